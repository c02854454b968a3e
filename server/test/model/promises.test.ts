import { describe, expect, test } from 'vitest'
import { explore } from './explore.ts'
import { classes, type Rules, usual } from './rules.ts'
import { tell } from './told.ts'

// As many sends of one record and looks at a network as the product makes.
const product = { sends: 8, looks: 3 }

function breaks(name: string, rules: Partial<Rules>): string[] {
  const explored = explore({ ...usual, ...rules })
  tell(name, explored)
  expect(explored.states).toBeGreaterThan(1_000)
  return explored.broken.map(({ promise }) => promise)
}

describe.each(classes)('on a network of class %s, whatever fails and whoever acts', (network) => {
  test.each(['strong', 'stale'] as const)('every promise is kept, with a list that is %s', (list) => {
    expect(breaks(`${network}, ${list} list`, { network, list, ...product })).toEqual([])
  })

  test('every promise is kept by a database that is put back to an older state', () => {
    expect(breaks(`${network}, restored`, { network, restores: true })).toEqual([])
  })

  test('a wrong answer of a person breaks no other promise', () => {
    expect(breaks(`${network}, wrong answers`, { network, persons: 'wrong' })).toEqual([])
  })
})

test.each(['key', 'list', 'blind'] as const)(
  'following workers that have lost their claim finds nothing more on class %s',
  (network) => {
    expect(breaks(`${network}, lost workers too`, { network, keepsLost: true })).toEqual([])
  },
)

test('sending again on a class list would be safe only if its list were never late', () => {
  expect(breaks('list, sent again', { resendsOnList: true })).toEqual([])
  const late = explore({ ...usual, resendsOnList: true, list: 'stale' }, 'I2')
  tell('list, sent again, stale list', late)
  expect(late.broken.map(({ promise }) => promise)).toContain('I2: it is public twice')
})
