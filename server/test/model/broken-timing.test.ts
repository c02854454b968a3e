// @module-tag slow
import { describe, expect, test } from 'vitest'
import { type Explored, explore } from './explore.ts'
import { printExplored } from './print-explored.ts'
import { type Class, classes, usual } from './rules.ts'

function invariants({ broken }: Explored): string[] {
  return [...new Set(broken.map(({ promise }) => promise.split(':')[0] ?? ''))].sort()
}

// The table of docs/model.md.
const stillBroken: Readonly<Record<Class, string[]>> = {
  key: ['I5'],
  expiring_key: ['I2', 'I5'],
  two_phase: ['I5'],
  list: [],
  blind: [],
}

describe('when a pause, a request or a network outlives the quarantine', () => {
  test.each(classes)('and nobody answers, class %s breaks only what is documented', (network) => {
    const rules = { ...usual, network, list: 'stale', timing: 'broken', persons: 'none', sends: 2 } as const
    const explored = explore(rules, 'end')
    printExplored(`${network}, timing broken, nobody answers`, explored)
    expect(invariants(explored)).toEqual(stillBroken[network])
  })

  // A worker that wakes after the last look sends what nobody could see; a blind network is not looked at at all.
  test.each(classes)('a person who says too early what they see is wrong, on class %s', (network) => {
    const explored = explore({ ...usual, network, timing: 'broken', sends: 2 }, 'I3')
    printExplored(`${network}, timing broken, somebody answers`, explored)
    const way = explored.broken.find(({ promise }) => promise.startsWith('I3:'))?.lines
    expect(way).toHaveLength(network === 'blind' ? 16 : 18)
  })

  test('and a class list sends again by itself, there are two', () => {
    const explored = explore({ ...usual, timing: 'broken', persons: 'none', resendsOnList: true }, 'I2')
    printExplored('list, timing broken, sent again', explored)
    expect(invariants(explored)).toContain('I2')
  })

  test('two posts of one account may overlap, on a class list', () => {
    const explored = explore({ ...usual, shape: 'pair', timing: 'broken', persons: 'none' }, 'I5')
    printExplored('list, two posts, timing broken', explored)
    expect(invariants(explored)).toEqual(['I5'])
  })
})
