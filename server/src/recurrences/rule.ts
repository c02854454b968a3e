import { type FieldProblem, invalid } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { readClockTime } from '../lib/zone/wall-time.ts'
import { openZone, type Zone } from '../lib/zone/zone.ts'
import { type Weekday, weekdays } from '../queue/slot.ts'
import { unknownZone } from '../queue/slot-input.ts'

/** The units by which a rule counts. */
export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** Places of a weekday within its month. Each month has all of them. */
export const places = ['first', 'second', 'third', 'fourth', 'last'] as const
export type Place = (typeof places)[number]

/** A rule as the API takes and shows it. */
export interface Rule {
  unit: Unit
  /** Every so many days, weeks or months; 1 unless given. */
  every?: number
  /** For weeks. */
  weekdays?: Weekday[]
  /** For months: from 1 to 31. A month without that day has it on its last. */
  days?: number[]
  /** For months, in place of `days`. */
  nth?: { place: Place; weekday: Weekday }
  /** By the clock on the wall, such as `09:00`. */
  times: string[]
}

/** The dates between which a rule counts, each written as `2026-03-29`. */
export interface Span {
  startsOn: string
  /** Included; null: it never ends. */
  endsOn: string | null
}

/** Everything that decides the times of a recurrence. */
export interface Schedule extends Span {
  readonly rule: Rule
  readonly zone: Zone
}

/** The members of a request that make a schedule. */
export interface ScheduleInput {
  rule: Rule
  timezone?: string | null | undefined
  starts_on?: string | null | undefined
  ends_on?: string | null | undefined
}

/** The least time between two posts of a day, in minutes, so that a slip of the hand does not flood an account. */
export const leastMinutesApart = 60
/** How far ahead the first day may be. */
const mostDaysAhead = 731
const dayMs = 86_400_000

/**
 * Reads a schedule. Without a zone it goes by that of the workspace, and without a first day it begins today.
 * @throws Problem 422 with everything that is wrong
 */
export function readSchedule(input: ScheduleInput, usual: { zone: string; now: Date }): Schedule {
  const name = input.timezone ?? usual.zone
  const zone = openZone(name)
  if (zone === null) throw invalid([unknownZone('/timezone', name)])
  const today = dateOf(zone, usual.now.getTime())
  const startsOn = input.starts_on ?? today
  const endsOn = input.ends_on ?? null
  const problems = [...ruleFaults(input.rule), ...spanFaults({ startsOn, endsOn }, today)]
  if (problems.length > 0) throw invalid(problems)
  return { rule: tidied(input.rule), zone, startsOn, endsOn }
}

/** The date that a clock of the zone shows at a moment. */
function dateOf(zone: Zone, moment: number): string {
  return new Date(zone.wallAt(moment)).toISOString().slice(0, 10)
}

/** The rule with its lists in order and without members that say nothing. */
function tidied({ unit, every = 1, weekdays: named, days, nth, times }: Rule): Rule {
  return {
    unit,
    every,
    ...(named === undefined ? {} : { weekdays: weekdays.filter((day) => named.includes(day)) }),
    ...(days === undefined ? {} : { days: days.toSorted((a, b) => a - b) }),
    ...(nth === undefined ? {} : { nth }),
    times: times.toSorted(),
  }
}

function ruleFaults(rule: Rule): FieldProblem[] {
  return [...memberFaults(rule), ...timeFaults(rule.times)]
}

function memberFaults({ unit, weekdays: named, days, nth }: Rule): FieldProblem[] {
  const faults: FieldProblem[] = []
  const only = (name: string, given: unknown, of: Unit, words: string) => {
    if (given !== undefined && unit !== of)
      faults.push({ pointer: `/rule/${name}`, code: 'not_allowed', detail: words })
  }
  only('weekdays', named, 'week', 'Weekdays belong to a rule by weeks.')
  only('days', days, 'month', 'Days of the month belong to a rule by months.')
  only('nth', nth, 'month', 'A weekday of the month belongs to a rule by months.')
  if (unit === 'week' && named === undefined)
    faults.push({
      pointer: '/rule/weekdays',
      code: 'required',
      detail: 'A rule by weeks names its weekdays.',
    })
  if (unit === 'month' && (days === undefined) === (nth === undefined))
    faults.push({
      pointer: '/rule/days',
      code: days === undefined ? 'required' : 'one_of_several',
      detail: 'A rule by months names either its days or one weekday of the month.',
    })
  return faults
}

function timeFaults(times: readonly string[]): FieldProblem[] {
  const minutes = times.map(readClockTime)
  const wrong = minutes.flatMap((minute, index): FieldProblem[] =>
    minute === null
      ? [
          {
            pointer: `/rule/times/${index}`,
            code: 'wrong_format',
            detail: 'A time is given as hours and minutes from 00:00 to 23:59.',
          },
        ]
      : [],
  )
  if (wrong.length > 0) return wrong
  const sorted = minutes.filter((minute) => minute !== null).sort((a, b) => a - b)
  // Midnight lies between the last time of a day and the first of the next.
  const isClose = sorted.some((minute, index) => {
    const next = sorted[index + 1] ?? (sorted[0] ?? 0) + 1440
    return next - minute < leastMinutesApart
  })
  if (!isClose) return []
  const detail = sentence(
    'Times of a day are at least {minutes} minutes apart, so that an account does not flood its followers.',
    { minutes: leastMinutesApart },
  )
  return [{ pointer: '/rule/times', code: 'times_too_close', detail }]
}

function spanFaults({ startsOn, endsOn }: Span, today: string): FieldProblem[] {
  const faults: FieldProblem[] = []
  const detail = 'A date is given as year, month and day, such as 2030-01-31.'
  if (!isDate(startsOn)) faults.push({ pointer: '/starts_on', code: 'wrong_format', detail })
  else if (Date.parse(startsOn) - Date.parse(today) > mostDaysAhead * dayMs)
    faults.push({
      pointer: '/starts_on',
      code: 'too_far_ahead',
      detail: 'The first day is at most two years ahead.',
    })
  if (endsOn !== null && !isDate(endsOn)) faults.push({ pointer: '/ends_on', code: 'wrong_format', detail })
  else if (endsOn !== null && endsOn < startsOn)
    faults.push({
      pointer: '/ends_on',
      code: 'ends_before_start',
      detail: 'The last day is before the first.',
    })
  return faults
}

/** Whether a text is a day of the calendar, from the year 1000 to 9999. */
function isDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}
