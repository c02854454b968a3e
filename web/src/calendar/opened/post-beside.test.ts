import type { Calendar } from '@crier/sdk'
import { describe, expect, test } from 'vitest'
import { dayOfPost, postBeside } from './post-beside.ts'

/** A calendar of days with posts; of a day with more of them it has the first two. */
const all: Readonly<Record<string, readonly string[]>> = {
  '2026-10-12': ['a'],
  '2026-10-13': [],
  '2026-10-14': ['b', 'c', 'd'],
  '2026-10-15': ['e'],
}
const calendar = {
  days: Object.entries(all).map(([date, ids]) => ({
    date,
    total: ids.length,
    posts: ids.slice(0, 2).map((id) => ({ id })),
  })),
} as unknown as Calendar

async function beside(id: string, count: 1 | -1, day = dayOfPost(calendar, id)) {
  const read: string[] = []
  const readDay = async (date: string) => {
    read.push(date)
    return (all[date] ?? []).map((each) => ({ id: each }))
  }
  const found = await postBeside({ calendar, id, day, count, readDay })
  return [found?.id, read]
}

describe('the post beside another', () => {
  test.each([
    ['a', 1, 'b', ['2026-10-14']],
    ['b', -1, 'a', ['2026-10-14']],
    ['b', 1, 'c', ['2026-10-14']],
    // The third of the day is none that the calendar shows.
    ['c', 1, 'd', ['2026-10-14']],
    ['e', -1, 'd', ['2026-10-14']],
    ['e', 1, undefined, []],
    ['a', -1, undefined, []],
  ] as const)('of %s by %i is %s', async (id, count, next, read) => {
    expect(await beside(id, count)).toEqual([next, read])
  })

  test('is known for one that only its whole day has, and for none that nobody knows', async () => {
    expect(await beside('d', 1, '2026-10-14')).toEqual(['e', ['2026-10-14']])
    expect(await beside('d', 1)).toEqual([undefined, []])
  })
})
