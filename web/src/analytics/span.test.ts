import { expect, test } from 'vitest'
import { readSpan, spanBefore } from './span.ts'
import { stepsOf } from './steps.ts'

const today = '2027-03-29'

test('an address without days, or with ones that mean nothing, shows 30 days', () => {
  const usual = { from: '2027-02-28', to: today, days: 30, length: '30' }
  for (const search of [
    {},
    { days: '31' },
    { days: 'x' },
    { from: '2027-03-01' },
    { from: '2027-02-30', to: today },
    { from: today, to: '2027-03-28' },
    { from: '2025-01-01', to: today },
    { from: ['2027-03-01'], to: {} },
  ])
    expect(readSpan(search, today), JSON.stringify(search)).toEqual(usual)
})

test('days are counted on the calendar, over the change of clocks and a leap day', () => {
  expect(readSpan({ from: '2027-03-28', to: '2027-03-28' }, today)).toMatchObject({ days: 1, length: 'own' })
  expect(readSpan({ from: '2028-02-28', to: '2028-03-01' }, today)).toMatchObject({ days: 3 })
  const year = readSpan({ days: '365' }, today)
  expect(year).toMatchObject({ from: '2026-03-30', to: today })
  expect(spanBefore(year)).toEqual({ from: '2025-03-30', to: '2026-03-29' })
})

const day = (date: string, published: number, views: number | null) => ({
  date,
  starts_at: `${date}T00:00:00Z`,
  published,
  failed: 1,
  late_ms: null,
  view_count: views,
  reach_count: null,
  like_count: 0,
  comment_count: null,
  share_count: null,
  save_count: null,
  click_count: null,
})

test('many days become weeks as the calendar has them, and what nobody told stays unknown', () => {
  const at = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)
  const days = Array.from({ length: 120 }, (_, index) =>
    day(at(index), index === 3 ? 2 : 1, index < 10 ? null : 5),
  )
  const weeks = stepsOf(days, 1)
  // 1 January 2027 is a Friday.
  expect(weeks.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
    ['2027-01-01', '2027-01-03'],
    ['2027-01-04', '2027-01-10'],
  ])
  expect(
    weeks.slice(0, 2).map(({ published, failed, figures }) => [published, failed, figures.views]),
  ).toEqual([
    [3, 3, null],
    [8, 7, null],
  ])
  expect(weeks[2]?.figures).toMatchObject({ views: 35, likes: 0, clicks: null })
  expect(stepsOf(days, 7)[0]).toMatchObject({ from: '2027-01-01', to: '2027-01-02' })
  expect(stepsOf(days.slice(0, 90), 1)).toHaveLength(90)
})
