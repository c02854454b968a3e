import type { Calendar, CalendarPost } from '@crier/sdk'
import { describe, expect, test } from 'vitest'
import { type CalendarDay, withMoved } from './calendar-data.ts'

const post = (id: string, at: string): CalendarPost => ({
  id,
  at,
  status: 'scheduled',
  text: id,
  is_draft: false,
  platforms: [],
  social_accounts: [],
  social_account_count: 0,
  thumbnail_url: null,
  approval: null,
  movable: true,
  tags: [],
  author: 'someone',
  recurrence_id: null,
  open_notes: 0,
  etag: '"1"',
})

const day = (date: string, posts: CalendarPost[], more = 0): CalendarDay => ({
  date,
  from: `${date}T00:00:00.000Z`,
  to: new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString(),
  total: posts.length + more,
  statuses: { scheduled: posts.length + more },
  posts,
  next: more > 0 ? 'https://crier.example/rest' : null,
})

const first = post('first', '2026-10-13T09:00:00.000Z')
const late = post('late', '2026-10-15T18:00:00.000Z')
const calendar: Calendar = {
  timezone: 'UTC',
  total: 2,
  statuses: { scheduled: 2 },
  days: [day('2026-10-13', [first]), day('2026-10-14', []), day('2026-10-15', [late])],
}
const shown = ({ days }: Calendar) => days.map(({ posts, total }) => [posts.map(({ id }) => id), total])

describe('a post that is moved', () => {
  test('leaves one day and stands at its time in the other', () => {
    const moved = withMoved(calendar, { ...first, at: '2026-10-15T09:00:00.000Z' })
    expect(shown(moved)).toEqual([
      [[], 0],
      [[], 0],
      [['first', 'late'], 2],
    ])
    expect([moved.days[2]?.statuses, moved.total]).toEqual([{ scheduled: 2 }, 2])
    expect(moved.days[1]).toBe(calendar.days[1])
  })

  test('may change its place within a day, or leave the days that are shown', () => {
    const two = {
      ...calendar,
      days: [day('2026-10-13', [first, { ...late, at: '2026-10-13T10:00:00.000Z' }])],
    }
    expect(shown(withMoved(two, { ...first, at: '2026-10-13T12:00:00.000Z' }))).toEqual([
      [['late', 'first'], 2],
    ])
    expect(shown(withMoved(calendar, { ...first, at: '2026-12-01T09:00:00.000Z' }))[0]).toEqual([[], 0])
    expect(withMoved(calendar, { ...first, at: '2026-12-01T09:00:00.000Z' }).total).toBe(1)
  })

  test('is one of the rest behind the last that is shown', () => {
    const many = { ...calendar, days: [...calendar.days.slice(0, 2), day('2026-10-15', [late], 100)] }
    expect(shown(withMoved(many, { ...first, at: '2026-10-15T19:00:00.000Z' }))[2]).toEqual([['late'], 102])
    expect(shown(withMoved(many, { ...first, at: '2026-10-15T17:00:00.000Z' }))[2]).toEqual([
      ['first', 'late'],
      102,
    ])
  })

  test('that is not shown changes nothing', () => {
    expect(withMoved(calendar, post('other', '2026-10-13T09:00:00.000Z'))).toBe(calendar)
  })
})
