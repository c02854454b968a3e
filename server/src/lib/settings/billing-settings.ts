import type { GivenSettings } from './given-settings.ts'

type Name = 'BILLING' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_PRICE'

/** The operator's account at Stripe, which takes the payments of workspaces. */
export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** The id of the one price that a workspace pays. */
  readonly price: string
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE'] as const

/** Null where nobody pays. No sentence about a wrong secret repeats it. */
export function readBilling({ choice, text, wrong }: GivenSettings<Name>): StripeSettings | null {
  const isOn = choice('BILLING', ['none', 'stripe']) === 'stripe'
  const [secretKey, webhookSecret, price] = [
    text('STRIPE_SECRET_KEY'),
    text('STRIPE_WEBHOOK_SECRET'),
    text('STRIPE_PRICE'),
  ]
  if (!isOn) {
    for (const name of stripeNames)
      if (text(name) !== '') wrong.push(`${name} is set, but BILLING is none; set BILLING to stripe.`)
    return null
  }
  requireForm('STRIPE_SECRET_KEY', secretKey, /^[rs]k_(?:live|test)_\w{10,250}$/, {
    wrong,
    form: 'the secret key of your account at Stripe, which begins with sk_ or rk_',
  })
  requireForm('STRIPE_WEBHOOK_SECRET', webhookSecret, /^whsec_[\w+/=]{10,250}$/, {
    wrong,
    form: 'the signing secret of the webhook endpoint at Stripe, which begins with whsec_',
  })
  requireForm('STRIPE_PRICE', price, /^price_\w{1,250}$/, {
    wrong,
    form: 'the id of a recurring price at Stripe, which begins with price_',
  })
  return { secretKey, webhookSecret, price }
}

function requireForm(
  name: Name,
  text: string,
  pattern: RegExp,
  { wrong, form }: { readonly wrong: string[]; readonly form: string },
): void {
  if (text === '') wrong.push(`BILLING is stripe, so ${name} must be set: ${form}.`)
  else if (!pattern.test(text)) wrong.push(`${name} must be ${form}.`)
}
