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
  for (const [shortest, longest] of [
    [0, 0],
    [125, 125],
    [60_000, 60_000],
    [80, 9e9],
    [400, 2_000],
  ] as const) {
    const ticks = timeTicks(shortest, longest)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect([ticks[0]?.at, ticks.at(-1)?.at]).toEqual([0, 1])
    const [low, high] = [timeHeight(shortest, ticks), timeHeight(longest, ticks)]
    expect(low).toBeGreaterThanOrEqual(0)
    expect(high).toBeLessThanOrEqual(1)
    expect(high).toBeGreaterThanOrEqual(low)
  }
})
