import type { StripeSubscription } from './stripe-answers.ts'

/** The meaning of a status of Stripe. */
export interface Meaning {
  /** Whether the workspace has a subscription. */
  readonly subscription: 'active' | 'inactive'
  /** Whether it can become active again by a payment at Stripe, so that no second one is made beside it. */
  readonly isOpen: boolean
}

/** https://docs.stripe.com/billing/subscriptions/overview lists the statuses. A status that is not here gives nothing. */
const meanings = new Map<string, Meaning>([
  ['active', { subscription: 'active', isOpen: true }],
  ['trialing', { subscription: 'active', isOpen: true }],
  ['past_due', { subscription: 'inactive', isOpen: true }],
  ['unpaid', { subscription: 'inactive', isOpen: true }],
  ['paused', { subscription: 'inactive', isOpen: true }],
  ['incomplete', { subscription: 'inactive', isOpen: false }],
  ['incomplete_expired', { subscription: 'inactive', isOpen: false }],
  ['canceled', { subscription: 'inactive', isOpen: false }],
])

const nothing: Meaning = { subscription: 'inactive', isOpen: false }

export function meaningOf(status: string | null): Meaning {
  return meanings.get(status ?? '') ?? nothing
}

/** The one of several subscriptions that counts: one that is active, else one that can be paid, else the newest. */
export function chooseSubscription(all: readonly StripeSubscription[]): StripeSubscription | null {
  const rank = ({ status }: StripeSubscription) => {
    const { subscription, isOpen } = meaningOf(status)
    return subscription === 'active' ? 2 : isOpen ? 1 : 0
  }
  const [best] = all.toSorted(
    (a, b) => rank(b) - rank(a) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  return best ?? null
}

const hourMs = 3_600_000
/** A Checkout ends after a day by itself. */
const checkoutMs = 25 * hourMs

/** When to look at Stripe again without being told; null where nothing can happen any more by itself. */
export function nextLookAt(
  found: StripeSubscription | null,
  { now, checkoutAt }: { readonly now: Date; readonly checkoutAt: Date | null },
): Date | null {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  const { subscription, isOpen } = meaningOf(found?.status ?? null)
  if (subscription === 'active') {
    const end = (found?.periodEndsAt ?? now).getTime() + hourMs
    return new Date(Math.min(Math.max(end, now.getTime() + hourMs), now.getTime() + 24 * hourMs))
  }
  if (isOpen || found?.status === 'incomplete') return inMs(hourMs)
  const waits = checkoutAt !== null && now.getTime() - checkoutAt.getTime() < checkoutMs
  return waits ? inMs(hourMs / 6) : null
}
