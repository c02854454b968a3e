import { parseDateTime } from '../../lib/date-time.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { openZone, type WallTime, type Zone } from '../../lib/zone/zone.ts'
import { unknownZone } from '../../queue/slot-input.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostDays = { day: 366, hour: 31 }
const usualDays = { day: 30, hour: 2 }

export type Interval = 'day' | 'hour'

export interface PeriodsQuery {
  readonly from?: string
  readonly to?: string
  readonly timezone?: string
  readonly interval?: Interval
}

/** A span of time, cut into days or hours of a time zone. */
export interface Periods {
  readonly zone: Zone
  readonly interval: Interval
  /** The beginnings of the periods, in their order; the first is the beginning of the span. */
  readonly starts: readonly Date[]
  /** The end of the span, which does not belong to it. */
  readonly end: Date
}

/**
 * Reads the span of a summary. Without one, it is the last 30 days up to the end of today, or the last two with hours. @throws Problem 422
 */
export function readPeriods(query: PeriodsQuery, usualZone: string, now: Date): Periods {
  const interval = query.interval ?? 'day'
  const zone = openZone(query.timezone ?? usualZone)
  if (!zone) throw invalid([unknownZone('?timezone', query.timezone ?? usualZone)])
  const problems: FieldProblem[] = []
  const read = (name: 'from' | 'to', text: string, days: number): number => {
    const at = readEnd(zone, text, days)
    const detail = `"${text.slice(0, 40)}" is neither a date nor a date and time.`
    if (at === null) problems.push({ pointer: `?${name}`, code: 'wrong_format', detail })
    return at ?? 0
  }
  const end = query.to === undefined ? midnight(zone, zone.wallAt(now.getTime()), 1) : read('to', query.to, 1)
  const from =
    query.from === undefined
      ? midnight(zone, zone.wallAt(end - 1), 1 - usualDays[interval])
      : read('from', query.from, 0)
  if (problems.length > 0) throw invalid(problems)
  refuseWrong(from, end, interval)
  return { zone, interval, starts: cut(zone, interval, from, end), end: new Date(end) }
}

/** A moment of a query: the beginning of a date, so many days later, or a date and time. */
function readEnd(zone: Zone, text: string, days: number): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseDateTime(text)?.getTime() ?? null
  const wall = parseDateTime(`${text}T00:00`)?.getTime()
  return wall === undefined ? null : midnight(zone, wall, days)
}

/** The first moment of the day of a wall time, or of a day so many days later. */
function midnight(zone: Zone, wall: WallTime, days: number): number {
  return zone.momentsOf(Math.floor(wall / dayMs) * dayMs + days * dayMs).at
}

function refuseWrong(from: number, to: number, interval: Interval): void {
  const most = mostDays[interval]
  if (to <= from)
    throw invalid([{ pointer: '?to', code: 'span_reversed', detail: 'The span ends before it begins.' }])
  // A day with a change of the clock is longer than others.
  if (to - from <= most * dayMs + 2 * hourMs) return
  const detail = `The span is longer than ${most} days, the most for ${interval === 'day' ? 'days' : 'hours'}.`
  throw invalid([{ pointer: '?from', code: 'span_too_long', detail }])
}

function cut(zone: Zone, interval: Interval, from: number, to: number): Date[] {
  const starts: Date[] = []
  for (let at = from; at < to; at = nextStart(zone, interval, at)) starts.push(new Date(at))
  return starts
}

function nextStart(zone: Zone, interval: Interval, at: number): number {
  const wall = zone.wallAt(at)
  const next = interval === 'hour' ? at + hourMs - (wall % hourMs) : midnight(zone, wall, 1)
  // A day that the clock skips has no moment of its own.
  return next > at ? next : at + hourMs
}
