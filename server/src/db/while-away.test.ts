import { expect, test } from 'vitest'
import { DatabaseAway } from './database-away.ts'
import { sqlState } from './sql-state.ts'
import { whileAway } from './while-away.ts'

const away = new DatabaseAway('The database is away: connect ECONNREFUSED')
const locked = Object.assign(new Error('canceling statement'), { code: sqlState.lockNotAvailable })

function failing(...errors: readonly Error[]): { write: () => Promise<number>; tries: () => number } {
  let tries = 0
  const write = async () => {
    const error = errors[tries]
    tries += 1
    if (error) throw error
    return tries
  }
  return { write, tries: () => tries }
}

test('a write is tried again while the database is away or busy, and each wait is reported', async () => {
  const reported: unknown[] = []
  const { write } = failing(away, locked)
  const onWait = (error: unknown) => reported.push(error)
  expect(await whileAway(write, { longestMs: 60_000, onWait })).toBe(3)
  expect(reported).toEqual([away, locked])
})

test('a write that the database refuses, or a disk, is not tried again', async () => {
  const duplicate = Object.assign(new Error('duplicate key'), { code: sqlState.uniqueViolation })
  const noFile = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  for (const error of [duplicate, noFile]) {
    const { write, tries } = failing(error)
    await expect(whileAway(write, { longestMs: 60_000 })).rejects.toBe(error)
    expect(tries()).toBe(1)
  }
})

test('the last error is thrown when its time is over or its work is stopped', async () => {
  for (const options of [{ longestMs: -1 }, { longestMs: 60_000, signal: AbortSignal.abort() }]) {
    const { write, tries } = failing(away)
    await expect(whileAway(write, options)).rejects.toBe(away)
    expect(tries()).toBe(1)
  }
})
