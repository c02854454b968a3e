import { expect, test } from 'vitest'
import { readReport } from './load.ts'

const report = (failures: object) => `Running 2s test @ http://127.0.0.1:4747
  1 threads and 32 connections
Requests/sec:   6000.00
{"answers":12000,"micros":2000000,"p50":5100,"p99":13250,"failures":${JSON.stringify(failures)}}
`

test('answers are counted by the second, and their times are in milliseconds', () => {
  const found = readReport(report({ refused: 0, 'timed out': 0 }), 'http://127.0.0.1:4747')
  expect(found).toEqual({ perSecond: 6_000, p50Ms: 5.1, p99Ms: 13.25 })
})

test('a load of which a part was refused measures nothing', () => {
  expect(() => readReport(report({ refused: 3, 'timed out': 0 }), 'http://there')).toThrow('3 × refused')
  expect(() => readReport('unable to connect', 'http://there')).toThrow('without a report')
})
