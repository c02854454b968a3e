import { hourGrain } from '../spans.ts'
import type { Periods } from './read-periods.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A stretch of time, and the grain in which its results are counted already; `each`: one by one. */
export interface Piece {
  /** The place of its period, from 0. */
  readonly period: number
  readonly grain: string
  readonly from_at: Date
  /** It does not belong to the piece. */
  readonly to_at: Date
}

/**
 * The periods, each as one piece. A period is made of whole hours unless the span begins or ends within it, or its clock
 * changed by a part of an hour.
 */
export function piecesOfPeriods({ starts, end }: Periods): Piece[] {
  return starts.map((from, period) => {
    const to = starts[period + 1] ?? end
    const minute = (from.getTime() % hourMs) / minuteMs
    const isWhole = minute % 15 === 0 && (to.getTime() - from.getTime()) % hourMs === 0
    return { period, grain: isWhole ? hourGrain(minute) : 'each', from_at: from, to_at: to }
  })
}

/** The whole span: months in UTC, the days before and after them, and what is left of days at both ends. */
export function piecesOfSpan({ starts: [begin], end }: Periods): Piece[] {
  const [from, to] = [begin?.getTime() ?? end.getTime(), end.getTime()]
  const days = filled(to, Math.ceil(from / dayMs) * dayMs, Math.floor(to / dayMs) * dayMs)
  const months = filled(days.to, monthsFrom(days.from), monthsTo(days.to))
  return [
    piece('each', from, days.from),
    piece('day', days.from, months.from),
    piece('month', months.from, months.to),
    piece('day', months.to, days.to),
    piece('each', days.to, to),
  ].filter(({ from_at: start, to_at: stop }) => start < stop)
}

/** The part of a span that whole units fill; it is empty, at the end of the span, where not one fits. */
function filled(end: number, first: number, last: number): { from: number; to: number } {
  return first < last ? { from: first, to: last } : { from: end, to: end }
}

function monthsFrom(at: number): number {
  const date = new Date(at)
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  return start === at ? at : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

function monthsTo(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

function piece(grain: string, from: number, to: number): Piece {
  return { period: 0, grain, from_at: new Date(from), to_at: new Date(to) }
}
