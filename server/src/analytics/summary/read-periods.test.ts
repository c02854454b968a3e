import { expect, test } from 'vitest'
import { type PeriodsQuery, readPeriods } from './read-periods.ts'

const now = new Date('2030-05-06T10:20:00Z')
const read = (query: PeriodsQuery) => {
  const { starts, end, zone } = readPeriods(query, 'Asia/Kathmandu', now)
  return {
    zone: zone.name,
    count: starts.length,
    first: starts[0]?.toISOString(),
    end: end.toISOString(),
    starts,
  }
}

test('without a span, it is the last thirty days of the zone, today among them', () => {
  expect(read({ timezone: 'Europe/Berlin' })).toMatchObject({
    count: 30,
    first: '2030-04-06T22:00:00.000Z',
    end: '2030-05-06T22:00:00.000Z',
  })
  // Five hours and three quarters ahead of UTC.
  expect(read({})).toMatchObject({ count: 30, end: '2030-05-06T18:15:00.000Z' })
})

test('days are as long as the clock makes them', () => {
  const { starts, count, end } = read({ from: '2030-03-30', to: '2030-04-01', timezone: 'Europe/Berlin' })
  expect(count).toBe(3)
  expect(starts.map((at) => at.toISOString())).toEqual([
    '2030-03-29T23:00:00.000Z',
    '2030-03-30T23:00:00.000Z',
    '2030-03-31T22:00:00.000Z',
  ])
  expect(end).toBe('2030-04-01T22:00:00.000Z')
  const hours = { from: '2030-03-31', to: '2030-03-31', interval: 'hour' } as const
  expect(read({ ...hours, timezone: 'Europe/Berlin' }).count).toBe(23)
  expect(
    read({ from: '2030-10-27', to: '2030-10-27', interval: 'hour', timezone: 'Europe/Berlin' }).count,
  ).toBe(25)
})

test('a clock that changes by half an hour keeps whole hours', () => {
  const { starts } = read({
    from: '2030-04-07',
    to: '2030-04-07',
    interval: 'hour',
    timezone: 'Australia/Lord_Howe',
  })
  for (const at of starts.slice(3)) expect(at.getUTCMinutes()).toBe(30)
  expect(starts[0]?.toISOString()).toBe('2030-04-06T13:00:00.000Z')
})

test('a span from one moment to another begins and ends with a part of a period', () => {
  const query = {
    from: '2030-05-06T08:07:00Z',
    to: '2030-05-06T10:31:00Z',
    interval: 'hour',
    timezone: 'UTC',
  } as const
  const { starts, end } = read(query)
  expect(starts.map((at) => at.toISOString().slice(11, 16))).toEqual(['08:07', '09:00', '10:00'])
  expect(end).toBe('2030-05-06T10:31:00.000Z')
})

test('a year is the longest span of days, and a month that of hours', () => {
  expect(read({ from: '2029-01-01', to: '2029-12-31' }).count).toBe(365)
  for (const query of [
    { from: '2028-12-30', to: '2029-12-31' },
    { from: '2030-01-01', to: '2030-02-01', interval: 'hour' } as const,
  ])
    expect(() => read(query)).toThrow(/longer than/)
  expect(() => read({ from: '2030-01-02', to: '2030-01-01' })).toThrow(/before it begins/)
  expect(() => read({ from: 'soon' })).toThrow(/neither/)
  expect(() => read({ from: '2030-02-30' })).toThrow(/neither/)
  expect(() => read({ timezone: '+02:00' })).toThrow(/no time zone/)
})
