import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../database.ts'
import { repeats } from '../thoroughness.ts'
import { type FaultName, plant } from './faults.ts'
import { openPlace } from './place.ts'
import { type Counterexample, runProperties, type SequenceDeeds } from './run-properties.ts'

// Half of what `npm run properties` does in a sequence, to be done in half a minute.
const mostCommands = 30
// The first four sequences of this seed publish 26 posts. Others may hardly publish any, so this
// seed always goes along, and shows that publishing is tried at all.
const busySeed = 2
// In each lane.
const sequences = repeats(4, 10)

/** Sequences from a seed in a database of their own, in which a mistake may be planted. */
async function trySequences(
  seed: number,
  count: number,
  fault: FaultName | null = null,
): Promise<{ found: Counterexample | null; done: SequenceDeeds[] }> {
  const database = await createTestDatabase()
  const place = await openPlace(database.connection, database.db)
  const done: SequenceDeeds[] = []
  try {
    if (fault !== null) await plant(database.db, fault)
    const onSequence = (deeds: SequenceDeeds) => void done.push(deeds)
    // Here the first counterexample is enough; `npm run properties` looks for the shortest.
    const options = { seed, sequences: count, mostCommands, isFirstEnough: true, isGentle: true, onSequence }
    return { found: await runProperties(place, options), done }
  } finally {
    await place.close()
    await database.drop()
  }
}

describe('whatever people do, in whatever order', () => {
  test('every status is true, and nothing is published twice, early, after a cancel, or never', async () => {
    const seed = inject('seed')
    // Sequences wait for networks most of their time, so three lanes of them go on at once.
    const tried = await Promise.all([busySeed, seed, seed + 1].map((lane) => trySequences(lane, sequences)))
    expect(tried.map(({ found }) => found)).toEqual([null, null, null])
    expect(tried.map(({ done }) => done.length)).toEqual([sequences, sequences, sequences])
    const busy = tried[0]?.done ?? []
    expect(busy.reduce((sum, { arrivals }) => sum + arrivals, 0)).toBeGreaterThan(2 * sequences)
  }, 300_000)
})

describe('a product that is broken on purpose is caught', () => {
  // Seeds whose first sequences meet the mistake.
  test.each<[FaultName, RegExp, number]>([
    ['publishes_after_cancel', /I3/, 2],
    ['sends_twice', /I2/, 2],
    ['forgets_edits', /I11/, 199],
    ['forgets_approval', /held/, 2],
    ['guesses', /needs_review, and is {"status":"failed"/, 308],
  ])(
    '%s',
    async (fault, promise, seed) => {
      const { found } = await trySequences(seed, 30, fault)
      expect(found?.message).toMatch(promise)
    },
    300_000,
  )
})
