import { expect, test } from 'vitest'
import { frameOf } from './frame-of.ts'

test('a wide picture in a square shows its middle', () => {
  expect(frameOf({ ratio: 2, crop: null, focus: null, box: 1 })).toEqual({
    left: -50,
    top: 0,
    width: 200,
    height: 100,
  })
})

test('the focus stays in view, and nothing but the picture is shown', () => {
  expect(frameOf({ ratio: 2, crop: null, focus: { x: 1, y: 0 }, box: 1 }).left).toBe(-100)
  expect(frameOf({ ratio: 2, crop: null, focus: { x: -1, y: 0 }, box: 1 }).left).toBe(0)
  // 1 is the top.
  expect(frameOf({ ratio: 0.5, crop: null, focus: { x: 0, y: 1 }, box: 1 }).top).toBe(0)
})

test('a crop alone fills a box of its shape', () => {
  const crop = { x: 0.5, y: 0.25, width: 0.5, height: 0.5 }
  expect(frameOf({ ratio: 1, crop, focus: null, box: 1 })).toEqual({
    left: -100,
    top: -50,
    width: 200,
    height: 200,
  })
})
