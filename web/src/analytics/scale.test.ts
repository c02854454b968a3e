import { expect, test } from 'vitest'
import { countTicks, timeHeight, timeTicks } from './scale.ts'

test('counts stand below a round number, and every line is a whole number', () => {
  for (let most = 0; most < 20_000; most += 1 + Math.floor(most / 7)) {
    const values = countTicks(most).map(({ value }) => value)
    expect(values.at(-1), `${most}`).toBeGreaterThanOrEqual(most)
    expect(values.at(-1), `${most}`).toBeLessThanOrEqual(Math.max(2, most * 2))
    expect(values.every(Number.isInteger), `${most}: ${values}`).toBe(true)
  }
})

test('times stand between their lines, however short, long or far apart', () => {
  for (const known of [[], [0], [125], [60_000], [80, 400, 2_000], [80, 4e9], [9e9], [80, 9e12]]) {
    const ticks = timeTicks(known)
    expect(ticks.length, `${known}`).toBeGreaterThanOrEqual(2)
    expect([ticks[0]?.at, ticks.at(-1)?.at], `${known}`).toEqual([0, 1])
    const heights = known.map((ms) => timeHeight(ms, ticks))
    expect(heights.every((height) => height >= 0 && height <= 1)).toBe(true)
    expect(heights.toSorted((a, b) => a - b)).toEqual(heights)
    // The lines reach over everything that is not longer than the longest of them.
    if (known.every((ms) => ms < 8e9))
      expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(Math.max(0, ...known))
  }
})
