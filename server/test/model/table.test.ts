// @module-tag slow
import { expect, test } from 'vitest'
import { steps } from '../../src/publishing/target.ts'
import { explore } from './explore.ts'
import { type Rules, usual } from './rules.ts'

/** Together these take every step; none of them is large. */
const explorations: Partial<Rules>[] = [
  { network: 'two_phase', restores: true },
  { network: 'expiring_key', list: 'stale', sends: 2 },
  { network: 'list', shape: 'chain' },
  { network: 'list', list: 'stale', persons: 'wrong' },
  { network: 'list', shape: 'pair', persons: 'none' },
  { network: 'two_phase', approvals: true, sends: 1 },
]

const taken = new Set(explorations.flatMap((rules) => [...explore({ ...usual, ...rules }).taken]))
const legal = Object.entries(steps).flatMap(([name, { from }]) => from.map((state) => `${name} ${state}`))

test('the model takes only steps that the table of the product has', () => {
  expect([...taken].filter((step) => !legal.includes(step))).toEqual([])
})

test('every step of the table is taken from every state it has, but for those nothing leads to', () => {
  expect(legal.filter((step) => !taken.has(step))).toEqual([
    // A claim comes before the look at the time.
    'miss_window scheduled',
    // A child waits, held, until its parent is public.
    'orphan scheduled',
    'orphan preparing',
    'orphan ready',
  ])
})
