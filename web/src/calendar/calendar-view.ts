import { addDays, isDay, readDay, startOfWeek } from '../time/zone.ts'

export const viewNames = ['month', 'week', 'day', 'list'] as const
export type ViewName = (typeof viewNames)[number]

/** The filters of the calendar: posts with one of the values of each. */
export const filterNames = ['account', 'network', 'status', 'author', 'tag'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Readonly<Record<FilterName, readonly string[]>>

export const noFilters: Filters = { account: [], network: [], status: [], author: [], tag: [] }

/** The view that an address asks for. Everything in it is in the address, so that a colleague sees the same. */
export interface CalendarView {
  readonly view: ViewName
  /** A day such as `2026-10-13`, which the view contains. */
  readonly date: string
  readonly filters: Filters
}

/** The days of a view, both ends in it. */
export interface Range {
  readonly from: string
  readonly to: string
}

/** The view of an address that names none. */
export function usualView(today: string): CalendarView {
  return { view: 'month', date: today, filters: noFilters }
}

/** Reads an address. Anything in it that means nothing is taken as left out. */
export function readView(search: Readonly<Record<string, unknown>>, usual: CalendarView): CalendarView {
  const view = viewNames.find((name) => name === search.view) ?? usual.view
  const date = typeof search.date === 'string' && isDay(search.date) ? search.date : usual.date
  const filters = Object.fromEntries(filterNames.map((name) => [name, readList(search[name])]))
  return { view, date, filters: { ...noFilters, ...filters } }
}

/** Writes an address, without everything that is as usual. */
export function writeView(
  { view, date, filters }: CalendarView,
  usual: CalendarView,
): Record<string, string> {
  const lists = filterNames.flatMap((name) =>
    filters[name].length > 0 ? [[name, filters[name].map(writePart).join(',')]] : [],
  )
  return {
    ...(view === usual.view ? {} : { view }),
    ...(date === usual.date ? {} : { date }),
    ...Object.fromEntries(lists),
  }
}

/** Whether any filter is set. */
export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name].length > 0)
}

/** The days that a view shows. `firstDay` is the first day of a week: 1 is Monday, 7 is Sunday. */
export function rangeOf(view: ViewName, date: string, firstDay: number): Range {
  switch (view) {
    case 'day':
      return { from: date, to: date }
    case 'week': {
      const from = startOfWeek(date, firstDay)
      return { from, to: addDays(from, 6) }
    }
    case 'month': {
      const from = startOfWeek(startOfMonth(date), firstDay)
      return { from, to: addDays(startOfWeek(endOfMonth(date), firstDay), 6) }
    }
    case 'list':
      return { from: startOfMonth(date), to: endOfMonth(date) }
  }
}

/** The date of the view so many steps later: days, weeks or months. */
export function stepView(view: ViewName, date: string, count: number): string {
  switch (view) {
    case 'day':
      return addDays(date, count)
    case 'week':
      return addDays(date, count * 7)
    case 'month':
    case 'list':
      return addMonths(date, count)
  }
}

/** A day of another month: the one of the same number, or the last of a month that is shorter. */
export function addMonths(date: string, count: number): string {
  const { year, month, day } = readDay(date)
  const last = new Date(Date.UTC(year, month + count, 0))
  return addDays(last.toISOString().slice(0, 10), Math.min(day, last.getUTCDate()) - last.getUTCDate())
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: Range): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function startOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`
}

function endOfMonth(date: string): string {
  return addDays(addMonths(startOfMonth(date), 1), -1)
}

// Commas separate values, so one within a value is written otherwise.
function writePart(value: string): string {
  return value.replace(/[%,]/g, encodeURIComponent)
}

function readList(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const parts = String(value).split(',').map(readPart)
  return [...new Set(parts.filter((part) => part !== ''))]
}

function readPart(part: string): string {
  return part.replace(/%25|%2C/gi, decodeURIComponent)
}
