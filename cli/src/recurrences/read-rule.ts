import type { RecurrenceRule } from '@crier/sdk'
import type { Given } from '../command/given.ts'
import { readList } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const places = ['first', 'second', 'third', 'fourth', 'last'] as const
const units = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
} as const

/**
 * Reads a rule from `--every`, `--on` and `--time`. Where a rule is changed, parts that are not named are those of the former one.
 * @throws UsageError
 */
export function readRule(given: Given, before: RecurrenceRule | null = null): RecurrenceRule {
  const span = readSpan(given, before)
  const times = readList(given, 'time')
  if (times.length === 0 && before === null)
    throw new UsageError('--time is missing: it says when on the day, such as 09:00.')
  const on = readList(given, 'on')
  const days = on.length === 0 && before?.unit === span.unit ? before : daysOf(span.unit, on)
  return { ...days, ...span, times: times.length === 0 ? (before?.times ?? []) : [...times] }
}

function readSpan(
  given: Given,
  before: RecurrenceRule | null,
): Pick<RecurrenceRule, 'unit'> & { every: number } {
  const text = given.text('every')
  if (text === null && before !== null) return { unit: before.unit, every: before.every ?? 1 }
  if (text === null)
    throw new UsageError('--every is missing: it says how often, such as "week" or "2 days".')
  const [, count = '1', name = ''] = /^(?:(\d{1,3}) +)?([a-z]+)$/.exec(text.trim().toLowerCase()) ?? []
  const unit = Object.hasOwn(units, name) ? units[name as keyof typeof units] : null
  if (unit === null)
    throw new UsageError(`--every is "${text}"; it must be such as day, "2 weeks" or "3 months".`)
  return { unit, every: Number(count) }
}

type Days = Pick<RecurrenceRule, 'weekdays' | 'days' | 'nth'>

function daysOf(unit: RecurrenceRule['unit'], on: readonly string[]): Days {
  switch (unit) {
    case 'day':
      if (on.length > 0) throw new UsageError('--on belongs to weeks and months; a rule by days has none.')
      return {}
    case 'week':
      if (on.length === 0) throw new UsageError('--on is missing: it names the weekdays, such as mon,thu.')
      return { weekdays: on.map(weekdayOf) }
    case 'month':
      return monthDaysOf(on)
  }
}

function monthDaysOf(on: readonly string[]): Days {
  const [first = ''] = on
  const [place, weekday, ...rest] = first.trim().toLowerCase().split(/ +/)
  const known = places.find((each) => each === place)
  if (on.length === 1 && known !== undefined && weekday !== undefined && rest.length === 0)
    return { nth: { place: known, weekday: weekdayOf(weekday) } }
  const days = on.map((text) => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN))
  if (days.length === 0 || days.some(Number.isNaN))
    throw new UsageError('--on names days of the month, such as 1,15, or one weekday, such as "first mon".')
  return { days }
}

function weekdayOf(text: string): (typeof weekdays)[number] {
  const found = weekdays.find((day) => day === text.trim().toLowerCase().slice(0, 3))
  if (found === undefined) throw new UsageError(`"${text}" is no weekday; they are ${weekdays.join(', ')}.`)
  return found
}

/** A rule in a few words, such as `every 2 weeks on mon thu at 09:00`. */
export function describeRule({ unit, every = 1, weekdays: named, days, nth, times }: RecurrenceRule): string {
  const often = every === 1 ? `every ${unit}` : `every ${every} ${unit}s`
  const on = nth === undefined ? (named ?? days ?? []).join(' ') : `the ${nth.place} ${nth.weekday}`
  return [often, ...(on === '' ? [] : [`on ${on}`]), `at ${times.join(' ')}`].join(' ')
}
