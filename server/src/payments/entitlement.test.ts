import { describe, expect, test } from 'vitest'
import { chooseSubscription, meaningOf, nextLookAt } from './entitlement.ts'
import type { StripeSubscription } from './stripe-answers.ts'

const now = new Date('2026-11-29T12:00:00Z')
const hour = 3_600_000
const after = (ms: number) => new Date(now.getTime() + ms)

const subscription = (status: string, more: Partial<StripeSubscription> = {}): StripeSubscription => ({
  id: 'sub_one',
  status,
  createdAt: now,
  periodEndsAt: null,
  endsAt: null,
  ...more,
})

describe('a status of Stripe', () => {
  test.each([
    ['active', 'active', true],
    ['trialing', 'active', true],
    ['past_due', 'inactive', true],
    ['unpaid', 'inactive', true],
    ['paused', 'inactive', true],
    ['incomplete', 'inactive', false],
    ['incomplete_expired', 'inactive', false],
    ['canceled', 'inactive', false],
    ['of_tomorrow', 'inactive', false],
    ['', 'inactive', false],
    [null, 'inactive', false],
  ])('%j gives %s, and can be paid: %j', (status, given, isOpen) => {
    expect(meaningOf(status)).toEqual({ subscription: given, isOpen })
  })

  test('is none by the name of what every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(meaningOf(name), name).toEqual({ subscription: 'inactive', isOpen: false })
  })
})

describe('the subscription that counts', () => {
  test('is the one that is active, else one that can be paid, else the newest', () => {
    const canceled = subscription('canceled', { id: 'sub_new', createdAt: after(3 * hour) })
    const due = subscription('past_due', { id: 'sub_due', createdAt: after(2 * hour) })
    const active = subscription('active', { id: 'sub_active' })
    expect(chooseSubscription([canceled, due, active])?.id).toBe('sub_active')
    expect(chooseSubscription([canceled, due])?.id).toBe('sub_due')
    const older = subscription('canceled', { id: 'sub_old' })
    expect(chooseSubscription([older, canceled])?.id).toBe('sub_new')
    expect(chooseSubscription([canceled, older])?.id).toBe('sub_new')
    expect(chooseSubscription([])).toBeNull()
  })

  test('is the same one in whatever order Stripe lists two of one moment', () => {
    const one = subscription('active', { id: 'sub_a' })
    const other = subscription('active', { id: 'sub_b' })
    expect(chooseSubscription([one, other])?.id).toBe('sub_b')
    expect(chooseSubscription([other, one])?.id).toBe('sub_b')
  })
})

describe('the next look', () => {
  const next = (found: StripeSubscription | null, checkoutAt: Date | null = null) =>
    nextLookAt(found, { now, checkoutAt })

  test.each([
    ['ends in ten days', 240 * hour, 24 * hour],
    ['ends in five hours', 5 * hour, 6 * hour],
    ['ended long ago', -90 * hour, hour],
  ])('at one that is active and %s is made in time', (_when, endsIn, looksIn) => {
    expect(next(subscription('active', { periodEndsAt: after(endsIn) }))).toEqual(after(looksIn))
  })

  test('at one that is active and says no end is made in an hour', () => {
    expect(next(subscription('trialing'))).toEqual(after(hour))
  })

  test.each(['past_due', 'unpaid', 'paused', 'incomplete'])(
    'at one that is %s is made in an hour',
    (status) => {
      expect(next(subscription(status))).toEqual(after(hour))
    },
  )

  test('at one that is over is made as long as a Checkout may be paid', () => {
    for (const found of [null, subscription('canceled'), subscription('incomplete_expired')]) {
      expect(next(found)).toBeNull()
      expect(next(found, after(-24 * hour))).toEqual(after(hour / 6))
      expect(next(found, after(-25 * hour + 1))).toEqual(after(hour / 6))
      expect(next(found, after(-25 * hour))).toBeNull()
    }
  })
})
