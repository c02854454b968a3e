import { expect, test } from 'vitest'
import { moveEntry, placeAt, targetOf } from './move-entry.ts'

test('an entry moves and the others close up', () => {
  expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  const list = ['a', 'b']
  expect(moveEntry(list, 1, 2)).toBe(list)
})

test('a point chooses the gap next to the nearest box', () => {
  const boxes = [
    { left: 0, right: 100, top: 0, bottom: 100 },
    { left: 110, right: 210, top: 0, bottom: 100 },
    { left: 0, right: 100, top: 110, bottom: 210 },
  ]
  expect(placeAt(boxes, 20, 50)).toBe(0)
  expect(placeAt(boxes, 80, 50)).toBe(1)
  expect(placeAt(boxes, 500, 60)).toBe(2)
  expect(placeAt(boxes, 90, 300)).toBe(3)
  expect(targetOf(0, 3)).toBe(2)
  expect(targetOf(2, 0)).toBe(0)
})
