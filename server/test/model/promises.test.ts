import { describe, expect, test, vi } from 'vitest'
import { explore } from './explore.ts'
import { printExplored } from './print-explored.ts'
import { classes, type Rules, usual } from './rules.ts'

// They only compute, and take a slow machine several times as long as a fast one.
vi.setConfig({ testTimeout: 180_000 })

// As many sends of one record and looks at a network as the product makes.
const product = { sends: 8, looks: 3 }
// Where people act as well there are many more states, so a record is sent twice at most.
const few = { sends: 2, looks: 1 }

function breaks(name: string, rules: Partial<Rules>): string[] {
  const explored = explore({ ...usual, ...rules })
  printExplored(name, explored)
  expect(explored.states).toBeGreaterThan(1_000)
  return explored.broken.map(({ promise }) => promise)
}

describe.each(classes)('on a network of class %s, whatever fails and whoever acts', (network) => {
  test.each(['strong', 'stale'] as const)('every promise is kept, with a list that is %s', (list) => {
    const isSentOnce = network === 'list' || network === 'blind'
    expect(breaks(`${network}, ${list} list`, { network, list, ...(isSentOnce ? product : few) })).toEqual([])
  })

  test.each(['strong', 'stale'] as const)(
    'every promise is kept with all sends and looks while nobody acts, with a list that is %s',
    (list) => {
      const rules = { network, list, persons: 'none', ...product } as const
      const explored = explore({ ...usual, ...rules })
      printExplored(`${network}, ${list} list, nobody acts`, explored)
      expect(explored.broken).toEqual([])
    },
  )

  test('every promise is kept by a database that is put back to an older state', () => {
    expect(breaks(`${network}, restored`, { network, restores: true, ...few })).toEqual([])
  })

  test('nothing goes out that nobody approved, and every other promise is kept', () => {
    expect(breaks(`${network}, with approvals`, { network, approvals: true, sends: 1 })).toEqual([])
  })

  test('nor when the database is put back to before the approval', () => {
    const rules = { network, approvals: true, restores: true, sends: 1 } as const
    expect(breaks(`${network}, approvals, restored`, rules)).toEqual([])
  })

  test('a wrong answer of a person breaks no other promise', () => {
    expect(breaks(`${network}, wrong answers`, { network, persons: 'wrong', ...few })).toEqual([])
  })
})

test.each(['strong', 'stale'] as const)(
  'a key that its server stores only once the post is made is never repeated, with a list that is %s',
  (list) => {
    const rules = { network: 'expiring_key', keyHolds: 'once_posted', list, ...product } as const
    expect(breaks(`a key stored late, ${list} list`, rules)).toEqual([])
  },
)

test.each(['key', 'list', 'blind'] as const)(
  'following workers that have lost their claim finds nothing more on class %s',
  (network) => {
    expect(
      breaks(`${network}, lost workers too`, {
        network,
        keepsLost: true,
        ...(network === 'key' ? { persons: 'none' } : few),
      }),
    ).toEqual([])
  },
)

test.each(['strong', 'stale'] as const)(
  'sending again by itself on a class list makes two: its server may still be at work, with a list that is %s',
  (list) => {
    const explored = explore({ ...usual, resendsOnList: true, persons: 'none', list }, 'I2')
    printExplored(`list, sent again, ${list} list`, explored)
    expect(explored.broken.map(({ promise }) => promise)).toContain('I2: it is public twice')
  },
)
