import { parseDateTime } from '../../lib/date-time.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import type { Zone } from '../../lib/zone/zone.ts'

/** One day of the calendar, or the part of it that was asked for. Moments are in milliseconds. */
export interface CalendarDay {
  /** Such as `2026-03-29`. */
  readonly date: string
  readonly from: number
  /** The first moment after it. */
  readonly to: number
}

const dayMs = 86_400_000
const mostDays = 366
// Clocks that are put back once more than forward make a span longer.
const clockChangeMs = 2 * 3_600_000

/**
 * The days between two ends by the clock of a zone, so that a day on which clocks change has 23 or 25 hours. An end is a date,
 * the whole day in the zone, or a date and time, which is UTC without an offset.
 * @throws Problem 422
 */
export function calendarDays(
  zone: Zone,
  ends: { readonly from: string; readonly to: string },
): CalendarDay[] {
  const from = readEnd(zone, ends.from, 'first')
  const to = readEnd(zone, ends.to, 'last')
  const problems: FieldProblem[] = []
  if (from === null) problems.push(wrongFormat('?from', ends.from))
  if (to === null) problems.push(wrongFormat('?to', ends.to))
  if (from !== null && to !== null && to - from > mostDays * dayMs + clockChangeMs) {
    const detail = `The span is longer than ${mostDays} days.`
    problems.push({ pointer: '?to', code: 'span_too_long', detail })
  }
  if (from === null || to === null || problems.length > 0) throw invalid(problems)
  return split(zone, from, to)
}

function split(zone: Zone, from: number, to: number): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let midnight = midnightOf(zone.wallAt(from)); ; midnight += dayMs) {
    const [begin, end] = [
      Math.max(from, zone.momentsOf(midnight).at),
      Math.min(to, zone.momentsOf(midnight + dayMs).at),
    ]
    if (begin >= to) return days
    // A zone that changed sides of the date line left out a day.
    if (begin < end) days.push({ date: new Date(midnight).toISOString().slice(0, 10), from: begin, to: end })
  }
}

function midnightOf(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs
}

/** The first moment of the span, or the first after it; null for what is no time. */
function readEnd(zone: Zone, text: string, end: 'first' | 'last'): number | null {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const at = parseDateTime(isDate ? `${text}T00:00` : text)?.getTime()
  if (at === undefined) return null
  const isLast = end === 'last'
  if (isDate) return zone.momentsOf(isLast ? at + dayMs : at).at
  // Times are shown to the millisecond, so that the last one belongs to the span.
  return isLast ? at + 1 : at
}

function wrongFormat(pointer: string, text: string): FieldProblem {
  const detail = `"${text.slice(0, 40)}" is neither a date nor a date and time.`
  return { pointer, code: 'wrong_format', detail }
}
