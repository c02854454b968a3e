import type { WholeWebhookDelivery } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { NeedsRole } from '../session/needs-role.tsx'
import { isRefused } from '../session/query-client.ts'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAction } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { StateChip, StateMark } from '../ui/state-mark.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { AttemptView } from './attempt-view.tsx'
import { deliveryLook, useDeliveryWords } from './delivery-words.ts'
import { useEventWords } from './event-types.ts'
import { deliveryQuery } from './webhook-queries.ts'
import styles from './webhooks.module.css'

/** One delivery: every attempt with its request and its answer. */
export function DeliveryPage() {
  const { t } = useLingui()
  return (
    <NeedsRole least="admin" title={t`Delivery`} about={t`Webhooks tell your own systems what happens here.`}>
      <Delivery />
    </NeedsRole>
  )
}

function Delivery() {
  const { t } = useLingui()
  const { endpoint = '', delivery: id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(deliveryQuery(useSession(), endpoint, id))
  const events = useEventWords()
  if (data === undefined)
    return (
      <Page title={t`Delivery`}>
        {isRefused(error, 404) ? (
          <EmptyState
            title={t`This delivery doesn't exist any more, or it isn't yours.`}
            actions={<Link to="/build/webhooks">{t`All endpoints`}</Link>}
          />
        ) : (
          error !== null && <Trouble error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page
      title={events.type(data.event_type)}
      lead={<Head delivery={data} />}
      actions={<Resend delivery={data} />}
    >
      <Attempts delivery={data} />
    </Page>
  )
}

function Head({ delivery }: { readonly delivery: WholeWebhookDelivery }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useDeliveryWords()
  const { tries, next_attempt_at: next, status, attempts, event_id: event } = delivery
  const last = attempts.at(-1)
  return (
    <span className={card.stack} style={{ gap: 4 }}>
      <span className={card.row}>
        <StateChip state={deliveryLook[status]} words={words.status[status]} />
        <code>{delivery.event_type}</code>
      </span>
      <span>
        {last === undefined ? t`It is being sent.` : words.attempt(last)}{' '}
        {next !== null && t`Next try ${format.moment(next)} (${tries.failed + 1} of ${tries.most}).`}
        {status === 'failed' && t`We don't try again by ourselves.`}
        {status === 'kept' && t`It is kept until the endpoint is on and you resend it.`}
      </span>
      <span>
        <Link to="/build/webhooks/$endpoint" params={{ endpoint: delivery.webhook_endpoint_id }}>
          {t`All deliveries`}
        </Link>{' '}
        · {t`Event`} <code>{event}</code>
      </span>
    </span>
  )
}

function Resend({ delivery }: { readonly delivery: WholeWebhookDelivery }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const { webhook_endpoint_id: endpoint, id } = delivery
  const resending = useAction(async () => {
    await api.webhookEndpoints.resendDelivery(endpoint, id)
    await client.invalidateQueries({ queryKey: [...scope, 'webhooks', endpoint] })
    toast({ text: t`It is sent again.` })
  })
  return (
    <span className={card.row}>
      {resending.error !== null && <Fault error={resending.error} />}
      <Button aria-disabled={resending.isBusy} onClick={() => void resending.start()}>
        {resending.isBusy ? t`Resending…` : t`Resend`}
      </Button>
    </span>
  )
}

/** The attempts on a line; the newest is open until another is chosen. */
function Attempts({ delivery }: { readonly delivery: WholeWebhookDelivery }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useDeliveryWords()
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = delivery.attempts.find(({ number }) => number === chosen) ?? delivery.attempts.at(-1)
  if (shown === undefined) return <p className={card.soft}>{t`No attempt was made yet.`}</p>
  return (
    <section className={card.stack} aria-labelledby="attempts">
      <h2 id="attempts">{t`Attempts`}</h2>
      <div className={styles.line}>
        {delivery.attempts.map((attempt) => (
          <button
            key={attempt.number}
            type="button"
            className={styles.attempt}
            aria-pressed={attempt === shown}
            onClick={() => setChosen(attempt.number)}
          >
            <StateMark
              state={attempt.success ? 'published' : 'failed'}
              words={attempt.success ? words.status.delivered : words.status.failed}
              isAlone
            />{' '}
            {attempt.number}. {format.exact(attempt.at)}
          </button>
        ))}
      </div>
      <AttemptView
        attempt={shown}
        body={delivery.request_body}
        // The head of the page says how the last one ended.
        isTold={shown === delivery.attempts.at(-1)}
      />
    </section>
  )
}
