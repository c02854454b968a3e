import type { Billing } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import styles from '../section.module.css'
import { Section } from '../section.tsx'
import { usePriceWords, useStateWords } from './billing-words.ts'

interface PlanSectionProps {
  readonly billing: Billing
  /** Whether the person comes from paying, and Stripe has not said yet that it was paid. */
  readonly isConfirming: boolean
}

/** The subscription in words, and the two ways to Stripe. */
export function PlanSection({ billing, isConfirming }: PlanSectionProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const words = useStateWords(billing)
  const price = usePriceWords(billing.price)
  const isOwner = workspace.role === 'owner'
  const mayPay = isOwner && billing.decided_by === 'stripe' && billing.can_subscribe
  const mayManage = isOwner && billing.can_manage
  const isBad = billing.subscription === 'inactive'
  return (
    <Section title={t`Subscription`} lead={price}>
      <div
        role="status"
        className={styles.notice}
        {...(isBad && !isConfirming ? { 'data-tone': 'brass' } : {})}
      >
        {isConfirming ? (
          <p>{t`Waiting for Stripe to confirm the payment. This page shows it as soon as it does.`}</p>
        ) : (
          words.map((each) => <p key={each}>{each}</p>)
        )}
      </div>
      {!isOwner && <p className={card.soft}>{t`Only owners pay. Ask one of them under Team.`}</p>}
      {(mayPay || mayManage) && <Ways mayPay={mayPay && !isConfirming} mayManage={mayManage} />}
    </Section>
  )
}

function Ways({ mayPay, mayManage }: { readonly mayPay: boolean; readonly mayManage: boolean }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const proven = useProven()
  const pay = useAction(async () => {
    location.assign((await proven(() => app.beginCheckout(workspace.id))).url)
  })
  const manage = useAction(async () => {
    location.assign((await proven(() => app.openBillingPortal(workspace.id))).url)
  })
  const error = pay.error ?? manage.error
  const opening = t`Opening Stripe…`
  return (
    <>
      <div className={card.row}>
        {mayPay && (
          <Button aria-disabled={pay.isBusy} onClick={() => void pay.start()}>
            {pay.isBusy ? opening : t`Subscribe`}
          </Button>
        )}
        {mayManage && (
          <Button variant="default" aria-disabled={manage.isBusy} onClick={() => void manage.start()}>
            {manage.isBusy ? opening : t`Manage at Stripe`}
          </Button>
        )}
      </div>
      <p className={card.small}>{t`Stripe opens in this tab.`}</p>
      {error !== null && <Fault error={error} />}
    </>
  )
}
