import { addDays, startOfDay, wallTimeAt } from '../../time/zone.ts'

/** One hour of one day, or the part of it that the clock shows before it changes. Moments are in milliseconds. */
export interface Hour {
  readonly from: number
  /** The first moment after it. */
  readonly to: number
}

/** A row of the axis: the same hour of every day, or a run of hours in which nothing is planned. */
export interface AxisRow {
  readonly key: string
  /** The hour on the clock with which the row begins, 0 to 23. */
  readonly hour: number
  /** The hour that comes after the row: 24 at the end of the day. */
  readonly until: number
  /** 0, and 1 for an hour that the clock shows a second time. */
  readonly pass: number
  readonly isFolded: boolean
  /** The span of each day; null where the day has no such hour. */
  readonly cells: readonly (Hour | null)[]
}

const stepMs = 15 * 60_000

/** The hours that always stand open, so that a day without posts is a place to put some. */
const workHours = { from: 9, until: 18 }

/** The hours of a day as its clock shows them, by `hour.pass`: 23, 24 or 25 of them in most zones. */
export function hoursOf(zone: string, day: string): ReadonlyMap<string, Hour> {
  const [begin, end] = [startOfDay(zone, day), startOfDay(zone, addDays(day, 1))]
  const hours = new Map<string, Hour>()
  let [last, pass, lastMinute] = [-1, 0, -1]
  for (let at = begin; at < end; at += stepMs) {
    const { hour, minute } = wallTimeAt(zone, at)
    const isBack = hour < last || (hour === last && minute <= lastMinute)
    if (isBack) pass = 1
    // The hours behind the repeated ones are hours like any other.
    else if (hour !== last && !hours.has(`${hour}.0`)) pass = 0
    const key = `${hour}.${pass}`
    const to = Math.min(at + stepMs, end)
    hours.set(key, { from: hours.get(key)?.from ?? at, to })
    ;[last, lastMinute] = [hour, minute]
  }
  return hours
}

/**
 * The rows of an axis of some days. Hours before and after work without anything on any day are folded together, unless they
 * were opened; a run of one is not worth it. `busy` are the moments that have something.
 */
export function axisRows(
  zone: string,
  days: readonly string[],
  { busy, opened }: { readonly busy: readonly number[]; readonly opened: ReadonlySet<string> },
): AxisRow[] {
  const ofDays = days.map((day) => hoursOf(zone, day))
  const keys = [...new Set(ofDays.flatMap((hours) => [...hours.keys()]))].sort(
    (a, b) => Number(a) - Number(b),
  )
  const rows = keys.map((key): AxisRow => {
    const cells = ofDays.map((hours) => hours.get(key) ?? null)
    const [hour = 0, pass = 0] = key.split('.').map(Number)
    return { key, hour, until: hour + 1, pass, isFolded: false, cells }
  })
  const sorted = [...busy].sort((a, b) => a - b)
  const repeated = new Set(rows.flatMap(({ hour, pass }) => (pass > 0 ? [hour] : [])))
  const isOpen = (row: AxisRow) =>
    (row.hour >= workHours.from && row.hour < workHours.until) ||
    opened.has(row.key) ||
    repeated.has(row.hour) ||
    row.cells.some((cell) => cell === null || hasOne(sorted, cell))
  return fold(rows, isOpen)
}

function fold(rows: readonly AxisRow[], isOpen: (row: AxisRow) => boolean): AxisRow[] {
  const folded: AxisRow[] = []
  let run: AxisRow[] = []
  const end = () => {
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && run.length > 1) folded.push(joined(first, last))
    else folded.push(...run)
    run = []
  }
  for (const row of rows) {
    // A row with a change of the clock beside it stays by itself.
    if (isOpen(row)) {
      end()
      folded.push(row)
    } else run.push(row)
  }
  end()
  return folded
}

function joined(first: AxisRow, last: AxisRow): AxisRow {
  const cells = first.cells.map((cell, index) => {
    const end = last.cells[index]
    return cell && end ? { from: cell.from, to: end.to } : null
  })
  return {
    key: `${first.key}-${last.key}`,
    hour: first.hour,
    until: last.until,
    pass: 0,
    isFolded: true,
    cells,
  }
}

/** The keys of the hours that a folded row holds. */
export function keysWithin({ hour, until }: AxisRow): string[] {
  return Array.from({ length: until - hour }, (_, index) => `${hour + index}.0`)
}

function hasOne(sorted: readonly number[], { from, to }: Hour): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  const next = sorted[low]
  return next !== undefined && next < to
}
