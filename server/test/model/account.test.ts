import { expect, test, vi } from 'vitest'
import { explore } from './explore.ts'
import { printExplored } from './print-explored.ts'
import { type Class, classes, type Rules, usual } from './rules.ts'

// They only compute, and take a slow machine several times as long as a fast one.
vi.setConfig({ testTimeout: 180_000 })

// Two targets at once have many more states than one, so each class has as much freedom as fits in seconds.
const freedom: Readonly<Record<Class, Partial<Rules>>> = {
  key: { persons: 'none', sends: 2 },
  expiring_key: { persons: 'none', sends: 1 },
  two_phase: { persons: 'none', sends: 2 },
  list: { persons: 'answers' },
  blind: { persons: 'none' },
}

test.each(classes)(
  'two posts of one account keep every promise and never overlap, on class %s',
  (network) => {
    const explored = explore({ ...usual, shape: 'pair', network, ...freedom[network] })
    printExplored(`${network}, two posts of one account`, explored)
    expect(explored.broken).toEqual([])
    expect(explored.states).toBeGreaterThan(5_000)
  },
)

test.each(classes)('a post and its answer keep every promise and their order, on class %s', (network) => {
  const explored = explore({ ...usual, shape: 'chain', network, sends: 1 })
  printExplored(`${network}, a post and its answer`, explored)
  expect(explored.broken).toEqual([])
  expect(explored.states).toBeGreaterThan(1_000)
})
