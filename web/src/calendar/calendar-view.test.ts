import { describe, expect, test } from 'vitest'
import {
  addMonths,
  type CalendarView,
  daysOf,
  noFilters,
  rangeOf,
  readView,
  stepView,
  writeView,
} from './calendar-view.ts'

const usual: CalendarView = { view: 'month', date: '2026-10-13', filters: noFilters }

describe('an address', () => {
  test('holds everything that is not as usual', () => {
    const view: CalendarView = {
      view: 'week',
      date: '2026-03-29',
      filters: { ...noFilters, tag: ['a,b', '100%', '2024'], status: ['held'] },
    }
    const written = writeView(view, usual)
    expect(written).toEqual({ view: 'week', date: '2026-03-29', status: 'held', tag: 'a%2Cb,100%25,2024' })
    expect(readView(written, usual)).toEqual(view)
    expect(writeView(usual, usual)).toEqual({})
  })

  test('that means nothing is the usual view', () => {
    for (const search of [
      { view: 'year' },
      { date: '2026-02-30' },
      { date: 7 },
      { tag: {} },
      { account: '' },
    ])
      expect(readView(search, usual)).toEqual(usual)
    expect(readView({ tag: 2024 }, usual).filters.tag).toEqual(['2024'])
  })
})

test('the days of a view follow the first day of the week', () => {
  expect(rangeOf('month', '2026-10-13', 1)).toEqual({ from: '2026-09-28', to: '2026-11-01' })
  expect(rangeOf('month', '2026-10-13', 7)).toEqual({ from: '2026-09-27', to: '2026-10-31' })
  expect(rangeOf('week', '2026-03-29', 1)).toEqual({ from: '2026-03-23', to: '2026-03-29' })
  expect(rangeOf('week', '2026-03-29', 7)).toEqual({ from: '2026-03-29', to: '2026-04-04' })
  expect(rangeOf('list', '2028-02-10', 1)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf(rangeOf('month', '2026-10-13', 1))).toHaveLength(35)
  expect(daysOf(rangeOf('month', '2026-08-13', 1))).toHaveLength(42)
  expect(daysOf(rangeOf('month', '2027-02-13', 1))).toHaveLength(28)
})

test('a step is a day, a week or a month', () => {
  expect(stepView('day', '2026-03-29', 1)).toBe('2026-03-30')
  expect(stepView('week', '2026-03-29', -1)).toBe('2026-03-22')
  expect(stepView('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-31', -13)).toBe('2025-02-28')
})
