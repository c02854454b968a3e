import { expect, test } from 'vitest'
import { shifted } from './shift.ts'

test('days keep the clock, hours are hours', () => {
  const at = Date.parse('2026-10-24T07:00:00Z')
  const by = (count: number, unit: 'minutes' | 'hours' | 'days' | 'weeks') =>
    new Date(shifted('Europe/Berlin', at, { count, unit })).toISOString()
  expect(by(1, 'days')).toBe('2026-10-25T08:00:00.000Z')
  expect(by(24, 'hours')).toBe('2026-10-25T07:00:00.000Z')
  expect(by(-1, 'weeks')).toBe('2026-10-17T07:00:00.000Z')
  expect(by(-45, 'minutes')).toBe('2026-10-24T06:15:00.000Z')
})
