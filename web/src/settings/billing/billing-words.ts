import type { Billing } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../../time/format.ts'
import { nowAtServer } from '../../time/server-clock.ts'

/** The statuses at Stripe in which somebody pays, or is asked to. */
const running = new Set(['active', 'trialing', 'past_due', 'unpaid'])

/** Says how the subscription of a workspace is, in sentences. */
export function useStateWords(billing: Billing): readonly string[] {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { decided_by: decidedBy, subscription, status, posts_until: postsUntil } = billing
  const isActive = subscription === 'active'
  if (decidedBy === 'operator') {
    const decision = isActive
      ? t`The operator of this server gives this workspace its subscription. There is nothing to pay.`
      : t`The operator of this server has ended the subscription of this workspace. Ask them.`
    const isPaidToo = billing.ends_at === null && running.has(status ?? '')
    return isPaidToo
      ? [decision, t`A subscription at Stripe still runs beside it. End it there.`]
      : [decision]
  }
  const periodEnd = billing.period_ends_at === null ? null : format.day(billing.period_ends_at)
  const end = billing.ends_at === null ? null : format.day(billing.ends_at)
  if (isActive && end !== null) return [t`Active until ${end}. It ends then, unless you renew it.`]
  if (status === 'trialing' && periodEnd !== null)
    return [t`A trial. The first payment is due on ${periodEnd}.`]
  if (isActive) return [periodEnd === null ? t`Active.` : t`Active. The next payment is due on ${periodEnd}.`]
  const reasons: Readonly<Record<string, string>> = {
    past_due: t`Payment is late. Stripe tries again; you can also pay there now.`,
    unpaid: t`Payment failed, and Stripe no longer tries. Pay there to go on.`,
    paused: t`The trial is over, and no way to pay was given. Add one at Stripe.`,
    incomplete: t`The first payment has not come through.`,
  }
  const none = t`There is no subscription yet. Write drafts and try everything on practice accounts; nothing goes out to networks before.`
  const reason = status === null ? none : (reasons[status] ?? t`The subscription has ended.`)
  if (postsUntil === null) return [reason]
  const day = format.day(postsUntil)
  const isOver = Date.parse(postsUntil) <= nowAtServer()
  return [
    reason,
    isOver
      ? t`Planned posts wait until there is a subscription again.`
      : t`Planned posts keep going out until ${day}, then they wait. Programs are refused already.`,
  ]
}

/** `Crier: €12.00 a month` */
export function usePriceWords(price: Billing['price']): string | undefined {
  const { i18n } = useLingui()
  const often = useIntervalWords(price)
  if (price === null) return
  const { amount, currency, name } = price
  const sum =
    amount === null
      ? null
      : new Intl.NumberFormat(i18n.locale, { style: 'currency', currency }).format(Number(amount))
  const words = [sum, often].filter((part) => part !== null).join(' ')
  return name === '' ? words : `${name}: ${words}`
}

function useIntervalWords(price: Billing['price']): string | null {
  const { t } = useLingui()
  if (price === null) return null
  const { interval, interval_count: count } = price
  if (count === 1) return { day: t`a day`, week: t`a week`, month: t`a month`, year: t`a year` }[interval]
  switch (interval) {
    case 'day':
      return plural(count, { one: 'every day', other: 'every # days' })
    case 'week':
      return plural(count, { one: 'every week', other: 'every # weeks' })
    case 'month':
      return plural(count, { one: 'every month', other: 'every # months' })
    case 'year':
      return plural(count, { one: 'every year', other: 'every # years' })
  }
}
