import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { billingQuery } from './billing/billing-query.ts'
import { PlanSection } from './billing/plan-section.tsx'
import { Section } from './section.tsx'
import { useFreshPerson } from './use-person-change.ts'

/** The subscription of the workspace, and the way to Stripe, which takes the money. */
export function BillingPage() {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  if (!person.has_billing || !isAtLeast(workspace.role, 'admin'))
    return (
      <Page title={t`Billing`} width="text">
        <EmptyState
          title={person.has_billing ? t`Only admins and owners see this.` : t`Nobody pays on this server.`}
        />
      </Page>
    )
  return (
    <Page title={t`Billing`} lead={t`Stripe takes the payments and keeps the invoices.`} width="text">
      <Plan />
      <Use />
    </Page>
  )
}

function Plan() {
  const { workspace } = useSession()
  // The person comes back from a Checkout. Stripe alone knows whether they paid.
  const [paid, setPaid] = useSearchParam('paid')
  const isBack = paid !== null
  const { data, error, refetch } = useQuery(billingQuery(workspace.id, isBack))
  const readPersonAgain = useFreshPerson()
  const isNews = data !== undefined && data.subscription !== workspace.subscription
  useEffect(() => {
    // The frame shows the subscription too.
    if (isNews) void readPersonAgain()
  }, [isNews, readPersonAgain])
  const isActive = data?.subscription === 'active'
  useEffect(() => {
    if (isActive && isBack) setPaid(null)
  })
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  return <PlanSection billing={data} isConfirming={isBack && !isActive} />
}

/** The posts of this month. They are counted, and cost nothing more. */
function Use() {
  const { t, i18n } = useLingui()
  const { api, workspace } = useSession()
  const { data } = useQuery({
    queryKey: [workspace.id, 'usage'],
    queryFn: ({ signal }) => api.usage.get({}, { signal }),
  })
  if (data === undefined) return null
  const count = new Intl.NumberFormat(i18n.locale).format(data.published)
  return (
    <Section title={t`This month`}>
      <p className={card.soft}>{t`Published so far: ${count}. Each account that a post goes to counts.`}</p>
    </Section>
  )
}
