import { expect, test } from 'vitest'
import { isId, isIdVersion7, newId } from './id.ts'

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

test.each([
  ['0198b7a2-6c1e-7d3f-8a4b-5c6d7e8f9a0b', true, true],
  ['0198B7A2-6C1E-7D3F-8A4B-5C6D7E8F9A0B', true, true],
  ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', true, false],
  ['00000000-0000-0000-0000-000000000000', true, false],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', true, false],
  ['0198b7a2-6c1e-7d3f-7a4b-5c6d7e8f9a0b', false, false],
  ['0198b7a2-6c1e-9d3f-8a4b-5c6d7e8f9a0b', false, false],
  ['0198b7a26c1e7d3f8a4b5c6d7e8f9a0b', false, false],
  ['{0198b7a2-6c1e-7d3f-8a4b-5c6d7e8f9a0b}', false, false],
  ['0198b7a2-6c1e-7d3f-8a4b-5c6d7e8f9a0b\n', false, false],
  ['', false, false],
])('%j is an id: %s, and one of version 7: %s', (text, isAny, isVersion7) => {
  expect(isId(text)).toBe(isAny)
  expect(isIdVersion7(text)).toBe(isVersion7)
})
