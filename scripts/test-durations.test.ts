import { expect, test } from 'vitest'
import { plant } from './house/plant.ts'
import { type Duration, readDurations, slowFiles, writeDurations } from './test-durations.ts'

const took = (file: string, ms: number, project = 'fast'): Duration => ({ project, file, ms })

test('how long files took is kept, the longest first; a file that did not run keeps its last time until it is gone', () => {
  const root = plant({ 'a.test.ts': '', 'b.test.ts': '', 'c.test.ts': '' })
  expect(readDurations(root)).toEqual([])
  writeDurations(root, [took('a.test.ts', 10), took('b.test.ts', 30), took('gone.test.ts', 40)])
  writeDurations(root, [took('a.test.ts', 50), took('c.test.ts', 20)])
  expect(readDurations(root)).toEqual([took('a.test.ts', 50), took('b.test.ts', 30), took('c.test.ts', 20)])
})

test('a fast file that takes more than 5 s and is not marked is named, or more than 15 s where three want each processor', () => {
  const root = plant({ 'fast.ts': '', 'slow.ts': '', 'long.ts': '', 'marked.ts': '// @module-tag slow\n' })
  const durations = [
    took('fast.ts', 4_900),
    took('slow.ts', 5_100),
    took('marked.ts', 5_100),
    took('long.ts', 60_000, 'long'),
  ]
  expect(slowFiles(root, durations, 1).map(({ file }) => file)).toEqual(['slow.ts'])
  expect(slowFiles(root, durations, 3)).toEqual([])
})
