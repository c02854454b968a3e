import { expect, it } from 'vitest'
import { runRolling } from './run-rolling.ts'

it('loses no answer and breaks off no request while every process is stopped and started under load', {
  timeout: 180_000,
}, async () => {
  const report = await runRolling({ rounds: 3, seed: 25 })
  expect(report.stops.map(({ code }) => code)).toEqual(Array(6).fill(0))
  // 25 s are promised; a busy machine gets as much again.
  for (const { ms } of report.stops) expect(ms).toBeLessThan(50_000)
  expect(report).toMatchObject({ lostAnswers: 0, violations: [] })
  // A request that meets the closing of an idle connection on its way is asked again under its key.
  expect(report.requests.broken).toBeLessThanOrEqual(2)
  expect(report.requests.answered).toBeGreaterThan(30)
  expect(report.published).toBeGreaterThan(30)
})
