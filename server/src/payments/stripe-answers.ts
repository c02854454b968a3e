import type Stripe from 'stripe'

/** A subscription as Stripe told it, as far as Crier needs it. */
export interface StripeSubscription {
  readonly id: string
  /** The word of Stripe, which may be one that Crier does not know. */
  readonly status: string
  readonly createdAt: Date
  readonly periodEndsAt: Date | null
  /** When it ends for good, if nobody renews it. */
  readonly endsAt: Date | null
}

/** The price that a workspace pays. */
export interface StripePrice {
  /** The name of its product. */
  readonly name: string
  /** In units of the currency, such as `12.50`; null where it depends on the quantity. */
  readonly amount: string | null
  /** ISO 4217, in capitals. */
  readonly currency: string
  readonly interval: 'day' | 'week' | 'month' | 'year'
  readonly intervalCount: number
  /** Whether new subscriptions can be made with it. */
  readonly isActive: boolean
  /** False in the test mode of Stripe. */
  readonly isLive: boolean
}

export interface StripeCheckout {
  readonly id: string
  readonly isOpen: boolean
  /** Null once it is closed. */
  readonly url: string | null
}

/** An answer of Stripe that Crier cannot read. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

/** Reads an answer whose form is only believed. @throws UnreadableAnswer where it has another one */
export function readSafely<Answer, Read>(read: (answer: Answer) => Read, answer: Answer): Read {
  try {
    return read(answer)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableAnswer('A part of the answer is missing.', { cause: error })
  }
}

/** Since 2025 the period stands in the items. Their latest end counts. @throws UnreadableAnswer */
export function readSubscription(given: Stripe.Subscription): StripeSubscription {
  const ends = given.items.data.map((item) => item.current_period_end)
  const periodEndsAt = ends.length === 0 ? null : readTime(Math.max(...ends))
  return {
    id: readId(given.id, 'sub_'),
    status: String(given.status).slice(0, 40),
    createdAt: readTime(given.created),
    periodEndsAt,
    endsAt:
      given.cancel_at === null
        ? given.cancel_at_period_end
          ? periodEndsAt
          : null
        : readTime(given.cancel_at),
  }
}

/** @throws UnreadableAnswer, also for a price that is paid once */
export function readPrice(given: Stripe.Price): StripePrice {
  const { recurring, product, currency } = given
  if (recurring === null) throw new UnreadableAnswer('The price is paid once, not again and again.')
  if (!/^[a-z]{3}$/.test(currency)) throw new UnreadableAnswer('The currency cannot be read.')
  return {
    name: typeof product === 'string' || product.deleted ? '' : product.name.slice(0, 200),
    amount: given.unit_amount === null ? null : inUnits(given.unit_amount, currency),
    currency: currency.toUpperCase(),
    interval: readInterval(recurring.interval),
    intervalCount: recurring.interval_count,
    isActive: given.active,
    isLive: given.livemode,
  }
}

/** @throws UnreadableAnswer */
export function readCheckout({ id, status, url }: Stripe.Checkout.Session): StripeCheckout {
  const isOpen = status === 'open'
  return { id: readId(id, 'cs_'), isOpen, url: isOpen && url !== null ? readPage(url) : null }
}

/** An address of Stripe to which a browser is sent. A hoster may have one of their own there. @throws UnreadableAnswer */
export function readPage(text: string): string {
  if (text.length <= 4_096 && URL.parse(text)?.protocol === 'https:') return text
  throw new UnreadableAnswer('The address of a page cannot be read.')
}

/** @throws UnreadableAnswer */
export function readId(text: string, prefix: string): string {
  if (text.startsWith(prefix) && /^\w{4,255}$/.test(text)) return text
  throw new UnreadableAnswer(`An id that begins with ${prefix} cannot be read.`)
}

function readTime(seconds: number): Date {
  const time = new Date(seconds * 1_000)
  if (!Number.isInteger(seconds) || Number.isNaN(time.getTime()))
    throw new UnreadableAnswer('A time cannot be read.')
  return time
}

function readInterval(text: string): StripePrice['interval'] {
  const interval = (['day', 'week', 'month', 'year'] as const).find((known) => known === text)
  if (interval) return interval
  throw new UnreadableAnswer('The interval of the price cannot be read.')
}

// https://docs.stripe.com/currencies: all others have two digits.
const withoutDigits = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThreeDigits = new Set('bhd jod kwd omr tnd'.split(' '))

function inUnits(amount: number, currency: string): string {
  const digits = withoutDigits.has(currency) ? 0 : withThreeDigits.has(currency) ? 3 : 2
  return (amount / 10 ** digits).toFixed(digits)
}
