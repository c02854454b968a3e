import { expect, test } from 'vitest'
import { readSpeed } from './pgbench.ts'

const report = (failed: number) => `pgbench (15.18, server 18.4)
transaction type: insert.sql
number of clients: 32
number of transactions actually processed: 5120
number of failed transactions: ${failed} (0.000%)
latency average = 12.1 ms
initial connection time = 81.021 ms
tps = 2644.128311 (without initial connection time)
`

test('the speed of the yardstick leaves out the time it takes to connect', () => {
  expect(readSpeed(report(0))).toBeCloseTo(2644.128311)
  expect(
    readSpeed(
      'tps = 80.1 (including connections establishing)\ntps = 85.2 (excluding connections establishing)',
    ),
  ).toBe(85.2)
})

test('a yardstick of which a part failed measures nothing', () => {
  expect(() => readSpeed(report(3))).toThrow('did not do all of its work')
  expect(() => readSpeed('pgbench: error: connection failed')).toThrow('connection failed')
})
