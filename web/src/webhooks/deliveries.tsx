import type { WebhookDelivery, WebhookEndpoint } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { OlderButton } from '../ui/older-button.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { StateMark } from '../ui/state-mark.tsx'
import table from '../ui/table.module.css'
import { Tabs } from '../ui/tabs.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { deliveryLook, useDeliveryWords } from './delivery-words.ts'
import { useEventWords } from './event-types.ts'
import { ResendSinceDialog } from './resend-since-dialog.tsx'
import { type DeliveryStatus, deliveriesQuery } from './webhook-queries.ts'

const statuses: readonly DeliveryStatus[] = ['delivered', 'pending', 'failed', 'kept']

/** The deliveries of an endpoint, the newest first. */
export function Deliveries({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const words = useDeliveryWords()
  const [wanted, setStatus] = useSearchParam('status')
  const status = statuses.find((each) => each === wanted) ?? null
  const [isResending, setResending] = useState(false)
  const list = useInfiniteQuery(deliveriesQuery(useSession(), endpoint.id, status))
  const { data, error, refetch } = list
  const rows = data?.pages.flatMap((page) => page.data)
  return (
    <>
      <Tabs
        label={t`Show`}
        look="chips"
        aside={
          endpoint.status === 'enabled' && (
            <Button variant="default" onClick={() => setResending(true)}>
              {t`Resend all failed since…`}
            </Button>
          )
        }
        tabs={[
          { id: 'all', label: t`All` },
          ...statuses.map((each) => ({ id: each, label: words.status[each] })),
        ]}
        current={status ?? 'all'}
        onChange={(next) => setStatus(next === 'all' ? null : next)}
      >
        {rows === undefined && error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
        {rows?.length === 0 && (
          <EmptyState title={status === null ? t`Nothing was sent yet.` : t`No deliveries match.`}>
            {status === null
              ? t`The next event is sent at once. To see how one looks, send a test.`
              : t`Others are hidden by the filter.`}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && <DeliveryTable endpoint={endpoint} rows={rows} />}
        <OlderButton label={t`Older deliveries`} list={list} />
      </Tabs>
      {isResending && (
        <ResendSinceDialog endpoint={endpoint} since={null} onClose={() => setResending(false)} />
      )}
    </>
  )
}

interface DeliveryTableProps {
  readonly endpoint: WebhookEndpoint
  readonly rows: readonly WebhookDelivery[]
}

function DeliveryTable({ endpoint, rows }: DeliveryTableProps) {
  const { t } = useLingui()
  return (
    <table className={table.table} aria-label={t`Deliveries`}>
      <thead>
        <tr>
          <th scope="col">{t`Event`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col">{t`Made`}</th>
          <th scope="col">{t`Took`}</th>
          <th scope="col">{t`Tries`}</th>
          <th scope="col">{t`Next try`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} endpoint={endpoint} delivery={delivery} />
        ))}
      </tbody>
    </table>
  )
}

function DeliveryRow({
  endpoint,
  delivery,
}: {
  readonly endpoint: WebhookEndpoint
  readonly delivery: WebhookDelivery
}) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useDeliveryWords()
  const events = useEventWords()
  const last = delivery.attempts.at(-1)
  const answer = last?.status_code ?? null
  return (
    <tr>
      <td>
        <Link
          to="/build/webhooks/$endpoint/deliveries/$delivery"
          params={{ endpoint: endpoint.id, delivery: delivery.id }}
          className={table.main}
        >
          {events.type(delivery.event_type)}
        </Link>
        <br />
        <code className={table.soft}>{delivery.event_type}</code>
      </td>
      <td>
        <StateMark state={deliveryLook[delivery.status]} isToldBeside /> {words.status[delivery.status]}
        {answer !== null && <span className={table.soft}> {answer}</span>}
      </td>
      <td data-label={t`Made:`}>
        <time dateTime={delivery.created_at}>{format.exact(delivery.created_at)}</time>
      </td>
      <td data-label={t`Took:`} className="figures">
        {last === undefined ? '–' : words.duration(last.duration_ms)}
      </td>
      <td data-label={t`Tries:`} className="figures">
        {delivery.attempts.length}
      </td>
      <td data-label={t`Next try:`}>
        {delivery.next_attempt_at === null ? (
          <span className={table.soft}>–</span>
        ) : (
          <time dateTime={delivery.next_attempt_at}>{format.moment(delivery.next_attempt_at)}</time>
        )}
      </td>
    </tr>
  )
}
