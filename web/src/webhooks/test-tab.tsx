import type { WebhookEndpoint } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { type Action, useAction } from '../ui/form.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import { deliveryLook, useDeliveryWords } from './delivery-words.ts'
import { Snippets } from './snippets.tsx'
import { deliveryQuery } from './webhook-queries.ts'

/** A test event that is sent, and the delivery that came of it. */
export interface WebhookTest {
  readonly sending: Action<[]>
  readonly delivery: string | null
}

/** The test of one endpoint, whichever part of its page asks for it. */
export function useWebhookTest(endpoint: string): WebhookTest {
  const { api } = useSession()
  const [delivery, setDelivery] = useState<string | null>(null)
  const sending = useAction(async () => setDelivery((await api.webhookEndpoints.sendTest(endpoint)).id))
  return { sending, delivery }
}

interface TestTabProps {
  readonly endpoint: WebhookEndpoint
  readonly test: WebhookTest
}

/** Sends a test event and says how it went; it works for an endpoint that is off, too. */
export function TestTab({ endpoint, test: { sending, delivery } }: TestTabProps) {
  const { t } = useLingui()
  return (
    <>
      <section className={card.card} aria-label={t`Test`}>
        <p>{t`We send one event of the type webhook_endpoint.test, once, and show what your server answered.`}</p>
        {sending.error !== null && <Fault error={sending.error} />}
        <div className={card.row}>
          <Button aria-disabled={sending.isBusy} onClick={() => void sending.start()}>
            {sending.isBusy ? t`Sending it…` : t`Send a test`}
          </Button>
        </div>
        {delivery !== null && <TestOutcome key={delivery} endpoint={endpoint} delivery={delivery} />}
      </section>
      <section className={card.stack} aria-labelledby="verify">
        <h2 id="verify">{t`Verify what arrives`}</h2>
        <Snippets />
      </section>
    </>
  )
}

function TestOutcome({
  endpoint,
  delivery,
}: {
  readonly endpoint: WebhookEndpoint
  readonly delivery: string
}) {
  const { t } = useLingui()
  const words = useDeliveryWords()
  const { data } = useQuery(deliveryQuery(useSession(), endpoint.id, delivery))
  const last = data?.attempts.at(-1)
  return (
    <p role="status" className={card.row}>
      {data === undefined || last === undefined ? (
        t`On its way…`
      ) : (
        <>
          <StateMark state={deliveryLook[data.status]} isToldBeside />
          {words.status[data.status]}. {words.attempt(last)}{' '}
          <Link
            to="/build/webhooks/$endpoint/deliveries/$delivery"
            params={{ endpoint: endpoint.id, delivery }}
          >
            {t`See the request and the answer`}
          </Link>
        </>
      )}
    </p>
  )
}
