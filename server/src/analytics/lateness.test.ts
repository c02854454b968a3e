import { expect, test } from 'vitest'
import { failedStep, latenessOf, stepOf } from './lateness.ts'

const day = 86_400_000

test('steps grow with the lateness, and the longest ends them', () => {
  expect([0, 125, 126, 177, 250, 251].map(stepOf)).toEqual([0, 0, 1, 2, 2, 3])
  expect(stepOf(400 * day)).toBe(stepOf(60 * day))
})

test('percentiles are at most a fifth off, whatever was measured', () => {
  const all = Array.from({ length: 1_000 }, (_, index) => 200 * 1.01 ** index).filter((ms) => ms < 20 * day)
  const counts = new Map<number, number>()
  for (const ms of all) counts.set(stepOf(ms), (counts.get(stepOf(ms)) ?? 0) + 1)
  const lateness = latenessOf(counts)
  for (const [share, estimate] of [
    [0.5, lateness?.p50],
    [0.95, lateness?.p95],
  ] as const) {
    const exact = all[Math.ceil(share * all.length) - 1] ?? 0
    expect(Math.abs((estimate ?? 0) / exact - 1)).toBeLessThan(0.2)
  }
})

test('failures have no lateness, and nothing has none', () => {
  expect(latenessOf(new Map())).toBeNull()
  expect(latenessOf(new Map([[failedStep, 7]]))).toBeNull()
  expect(
    latenessOf(
      new Map([
        [failedStep, 7],
        [0, 1],
      ]),
    ),
  ).toEqual({ p50: 63, p95: 119 })
})
