import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'

/** How long a test file took, loading included. */
export interface Duration {
  project: string
  /** Its path from the root. */
  file: string
  ms: number
}

const report = '.cache/test-durations.ndjson'

/** Writes down how long each file took, the longest first. Files that did not run this time keep what they had. */
export function writeDurations(root: string, durations: readonly Duration[]): string {
  const ran = new Set(durations.map(({ file }) => file))
  const kept = readDurations(root).filter(({ file }) => !ran.has(file) && existsSync(join(root, file)))
  const all = [...durations, ...kept].sort((a, b) => b.ms - a.ms)
  const path = join(root, report)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, all.map((each) => `${JSON.stringify(each)}\n`).join(''))
  return report
}

/** The durations that were written last, if any were. */
export function readDurations(root: string): Duration[] {
  const path = join(root, report)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line): Duration => JSON.parse(line))
}

const longestFastMs = 5_000

/** Files of the fast project that are not fast and do not say so, allowing for a machine that has other work at the moment. */
export function slowFiles(root: string, durations: readonly Duration[], busy = busyness()): Duration[] {
  return durations.filter(
    ({ project, file, ms }) =>
      project === 'fast' && ms > longestFastMs * busy && !isMarkedSlow(join(root, file)),
  )
}

/** Whether a file of tests begins by saying that it takes some seconds. `vitest --tags-filter` knows the mark too. */
export function isMarkedSlow(path: string): boolean {
  return /^\/\/ @module-tag slow$/m.test(readFileSync(path, 'utf8'))
}

/** How many want each processor; 1 where nobody waits for one. */
function busyness(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}
