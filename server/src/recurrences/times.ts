import { readClockTime } from '../lib/zone/wall-time.ts'
import { weekdays } from '../queue/slot.ts'
import { places, type Rule, type Schedule } from './rule.ts'

/** A time of a rule. */
export interface RuleTime {
  /** In milliseconds. */
  readonly at: number
  /** The day of the rule, such as `2026-03-29`. */
  readonly day: string
}

const dayMs = 86_400_000
const minuteMs = 60_000
/** No rule pauses longer than its 100 months. */
const longestPauseMs = 9 * 366 * dayMs

/**
 * The times of a schedule in `(after, until]`, in order, at most `most` of them. A time that a day does not have, because clocks
 * are put forward, is the first moment after the gap; one that a day has twice is the first of the two. A month that is too
 * short for a day has it on its last. Two times that fall on one moment are one.
 */
export function timesBetween(
  schedule: Schedule,
  after: number,
  until: number,
  most = Number.POSITIVE_INFINITY,
): RuleTime[] {
  const found: RuleTime[] = []
  for (const time of timesAfter(schedule, after)) {
    if (time.at > until || found.length >= most) break
    found.push(time)
  }
  return found
}

/** The first time after a moment; null where the rule has ended by then. */
export function nextTime(schedule: Schedule, after: number): RuleTime | null {
  return timesBetween(schedule, after, Number.POSITIVE_INFINITY, 1)[0] ?? null
}

function* timesAfter(schedule: Schedule, after: number): Generator<RuleTime> {
  const { rule, zone, startsOn, endsOn } = schedule
  const first = Date.parse(startsOn)
  const last = endsOn === null ? Number.POSITIVE_INFINITY : Date.parse(endsOn)
  const minutes = rule.times.flatMap((time) => readClockTime(time) ?? [])
  // A gap may be as long as a day.
  const from = Math.max(first, midnightOf(zone.wallAt(after)) - 2 * dayMs)
  const end = Math.min(last, Math.max(first, from) + longestPauseMs)
  let latest = after
  let until = end
  for (const date of datesFrom(rule, first, from)) {
    if (date > until) return
    if (date < from) continue
    for (const minute of minutes) {
      const { at } = zone.momentsOf(date + minute * minuteMs)
      if (at <= latest) continue
      latest = at
      until = Math.min(last, date + longestPauseMs)
      yield { at, day: new Date(date).toISOString().slice(0, 10) }
    }
  }
}

/** The days of a rule as midnights, in order and without end, from the period in which `from` lies. */
function* datesFrom(rule: Rule, first: number, from: number): Generator<number> {
  const every = rule.every ?? 1
  const [start, count] = periodsOf(rule, first, from)
  for (let period = start - (start % every); ; period += every) {
    for (const date of count(period)) if (date >= first) yield date
  }
}

/** The number of the period of a day, counted from that of the first day, and the days of each period. */
function periodsOf(rule: Rule, first: number, from: number): [number, (period: number) => number[]] {
  switch (rule.unit) {
    case 'day':
      return [(from - first) / dayMs, (period) => [first + period * dayMs]]
    case 'week': {
      const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
      const offsets = (rule.weekdays ?? []).map((day) => weekdays.indexOf(day) * dayMs)
      return [
        Math.floor((from - monday) / (7 * dayMs)),
        (period) => offsets.map((offset) => monday + period * 7 * dayMs + offset),
      ]
    }
    case 'month': {
      const begin = monthOf(first)
      return [monthOf(from) - begin, (period) => daysOfMonth(rule, begin + period)]
    }
  }
}

/** The month of a midnight, counted from the year 0. */
function monthOf(midnight: number): number {
  const date = new Date(midnight)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function daysOfMonth({ days = [], nth }: Rule, month: number): number[] {
  const first = Date.UTC(Math.floor(month / 12), month % 12, 1)
  const length = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  if (nth === undefined)
    return [...new Set(days.map((day) => Math.min(day, length)))].map((day) => first + (day - 1) * dayMs)
  const wanted = weekdays.indexOf(nth.weekday)
  const offset = (wanted - ((new Date(first).getUTCDay() + 6) % 7) + 7) % 7
  const week = places.indexOf(nth.place)
  const day = nth.place === 'last' ? offset + (offset + 28 < length ? 28 : 21) : offset + week * 7
  return [first + day * dayMs]
}

function midnightOf(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs
}
