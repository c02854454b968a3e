import { expect, inject, it } from 'vitest'
import { fuzzFile, openSpecimens } from './fuzz-files.ts'
import { runFuzz } from './run-fuzz.ts'
import { slowness } from './yardstick.ts'

it('scans changed files in time, refuses them or serves no place of them', {
  timeout: 24 * 3_600_000,
}, async () => {
  const specimens = await openSpecimens()
  const slow = slowness()
  const { cases, findings } = await runFuzz(8, (number) => fuzzFile(specimens, inject('seed'), number, slow))
  expect(findings).toEqual([])
  expect(cases).toBeGreaterThan(0)
  expect(process.memoryUsage.rss()).toBeLessThan(1_500_000_000)
})
