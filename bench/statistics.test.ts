import { expect, inject, test } from 'vitest'
import {
  describeComparison,
  describeSpread,
  judgeAdmissions,
  median,
  medianInterval,
  percentile,
} from './statistics.ts'

test('the median is the value in the middle, whatever the order, and the mean of two where two are there', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 10])).toBe(3.5)
  expect(() => median([])).toThrow(RangeError)
})

test('a percentile is a value that was measured, by its nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentile(values, 0.5)).toBe(50)
  expect(percentile(values, 0.99)).toBe(99)
  expect(percentile(values, 1)).toBe(100)
  expect(percentile([7], 0.01)).toBe(7)
  expect(() => percentile([], 0.5)).toThrow(RangeError)
})

test('the interval of a median follows from ranks, and values far away do not move it', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(medianInterval(values)).toEqual([40, 61])
  expect(medianInterval([...values.slice(1, -1), -1e9, 1e9])).toEqual([40, 61])
  expect(medianInterval([6, 5, 4, 3, 2, 1])).toEqual([1, 6])
  expect(() => medianInterval([5, 4, 3, 2, 1])).toThrow(RangeError)
})

test('the interval of a median holds it in about 95 of 100 samples', () => {
  let state = (inject('seed') % 2_147_483_646) + 1
  // The generator of Park and Miller, so that a seed repeats the run.
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const held = Array.from({ length: 2_000 }, () => {
    const [low, high] = medianInterval(Array.from({ length: 41 }, random))
    return low <= 0.5 && high >= 0.5
  })
  expect(held.filter(Boolean).length / held.length).toBeGreaterThan(0.92)
})

test('the sides take turns, and their medians make the ratio', async () => {
  const order: string[] = []
  const speeds = { ours: [100, 300, 200], yardstick: [400, 100, 1_000] }
  const side = (name: 'ours' | 'yardstick') => async () => {
    order.push(name)
    return speeds[name].shift() ?? 0
  }
  const found = await judgeAdmissions(3, side('ours'), side('yardstick'))
  expect(order).toEqual(['ours', 'yardstick', 'ours', 'yardstick', 'ours', 'yardstick'])
  expect(describeComparison(found, 'a second')).toBe(
    'ratio 0.50 × (ours 200 (100–300), yardstick 400 (100–1000) a second)',
  )
  expect(describeSpread([1.26, 1.04], 1)).toBe('1.1 (1.0–1.3)')
})
