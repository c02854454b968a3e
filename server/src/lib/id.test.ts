import { expect, test } from 'vitest'
import { isIdVersion7, newId } from './id.ts'

test('ids are UUIDs of version 7 of this moment, all different, and each sorts after the one before', () => {
  const before = Date.now()
  const ids = Array.from({ length: 50_000 }, () => newId())
  const after = Date.now()
  expect(ids.filter((id) => !isIdVersion7(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of [ids[0], ids.at(-1)]) {
    const madeAt = Number.parseInt((id ?? '').replace('-', '').slice(0, 12), 16)
    expect(madeAt).toBeGreaterThanOrEqual(before)
    expect(madeAt).toBeLessThanOrEqual(after)
  }
})

test('the part of an id that nobody can guess is another one each time', () => {
  const ends = Array.from({ length: 10_000 }, () => newId().slice(-12))
  expect(new Set(ends).size).toBe(ends.length)
})
