import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const whole = {
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'rk_live_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_PRICE: 'price_0123456789',
}

function read(env: Record<string, string>): unknown {
  try {
    return readConfig(env).stripe
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test('nobody pays unless it is set, and settings of Stripe that nobody reads are refused', () => {
  expect(read({})).toBeNull()
  expect(read({ BILLING: 'none' })).toBeNull()
  expect(read({ STRIPE_PRICE: 'price_a' })).toBe(
    'STRIPE_PRICE is set, but BILLING is none; set BILLING to stripe.',
  )
  expect(read({ BILLING: 'paypal' })).toBe('BILLING is "paypal"; it must be none or stripe.')
})

test('Stripe needs its key, the secret of its endpoint and a price', () => {
  expect(read(whole)).toEqual({
    secretKey: whole.STRIPE_SECRET_KEY,
    webhookSecret: whole.STRIPE_WEBHOOK_SECRET,
    price: whole.STRIPE_PRICE,
  })
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE'])
    expect(read({ ...whole, [name]: '' })).toMatch(
      new RegExp(`^BILLING is stripe, so ${name} must be set: .*\\.$`),
    )
})

test.each([
  ['STRIPE_SECRET_KEY', 'pk_live_0123456789abcdef'],
  ['STRIPE_SECRET_KEY', 'whsec_0123456789abcdef'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_0123456789abcdef'],
  ['STRIPE_PRICE', 'prod_0123456789'],
])('%s is refused where it is something else, without being repeated', (name, value) => {
  const refusal = String(read({ ...whole, [name]: value }))
  expect(refusal).toMatch(new RegExp(`^${name} must be `))
  expect(refusal).not.toContain(value)
})
