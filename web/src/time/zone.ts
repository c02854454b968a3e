/** A time on the clock of a time zone. `month` is 1 to 12. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/**
 * The moment at which a clock shows a time. On the day when clocks go forward a time may never be shown; when they go back
 * it may be shown twice. All moments are milliseconds since 1970.
 */
export type Moment =
  | { readonly kind: 'one'; readonly at: number }
  /** `at` is as much after the jump as the time was. */
  | { readonly kind: 'gap'; readonly at: number; readonly jumpsAt: number }
  | { readonly kind: 'twice'; readonly first: number; readonly second: number }

/** A span with one offset from UTC, in milliseconds. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly offset: number
}

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()
const stretchesOf = new Map<string, Stretch[]>()

/** The offset of a zone's clock from UTC at a moment, in milliseconds. It is looked up once for each stretch without a change. */
export function offsetAt(zone: string, at: number): number {
  const known = stretchesOf.get(zone) ?? []
  const found = known.find(({ from, to }) => at >= from && at < to)
  if (found !== undefined) return found.offset
  const stretch = stretchAround(zone, at)
  known.unshift(stretch)
  stretchesOf.set(zone, known)
  return stretch.offset
}

/** The time on the clock of a zone at a moment. */
export function wallTimeAt(zone: string, at: number): WallTime {
  const shifted = new Date(at + offsetAt(zone, at))
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  }
}

/** The moment at which the clock of a zone shows a time. */
export function momentOf(zone: string, wall: WallTime): Moment {
  const utc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const offsets = [...new Set([offsetAt(zone, utc - dayMs), offsetAt(zone, utc + dayMs)])]
  const fitting = offsets
    .map((offset) => utc - offset)
    .filter((at) => at + offsetAt(zone, at) === utc)
    .sort((a, b) => a - b)
  const [first, second] = fitting
  if (first !== undefined && second !== undefined) return { kind: 'twice', first, second }
  if (first !== undefined) return { kind: 'one', at: first }
  // Never shown: the clock before the jump says how long after it that would have been.
  const at = utc - Math.min(...offsets)
  return { kind: 'gap', at, jumpsAt: changeBetween(zone, at - dayMs, at) }
}

/** The moment of a time on the clock: after the jump where there is a gap, the first where it comes twice. */
export function instantOf(zone: string, wall: WallTime): number {
  const moment = momentOf(zone, wall)
  return moment.kind === 'twice' ? moment.first : moment.at
}

/** The calendar day at a moment, as `2026-10-13`. */
export function dayAt(zone: string, at: number): string {
  const { year, month, day } = wallTimeAt(zone, at)
  return writeDay(year, month, day)
}

/** When a day begins on the clock of a zone. */
export function startOfDay(zone: string, day: string): number {
  return instantOf(zone, { ...readDay(day), hour: 0, minute: 0 })
}

/** The day that is so many days later; days are counted on the calendar, so one of 23 hours counts too. */
export function addDays(day: string, count: number): string {
  const { year, month, day: date } = readDay(day)
  const moved = new Date(Date.UTC(year, month - 1, date + count))
  return writeDay(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate())
}

/** Whether a text is a day of the calendar, such as `2026-10-13`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  const { year, month, day: date } = readDay(day)
  return ((new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7) + 1
}

/** The first day of the week in which a day is, where weeks begin on `firstDay`, 1 for Monday to 7 for Sunday. */
export function startOfWeek(day: string, firstDay: number): string {
  return addDays(day, -((weekdayOf(day) - firstDay + 7) % 7))
}

/** The parts of a day such as `2026-10-13`. */
export function readDay(day: string): { year: number; month: number; day: number } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, day: date }
}

function writeDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

// Zones change a few times a year at most, and never twice within a week; 20 days at a time are searched around a moment.
function stretchAround(zone: string, at: number): Stretch {
  const offset = readOffset(zone, at)
  const reach = 20 * dayMs
  const from = readOffset(zone, at - reach) === offset ? at - reach : changeBetween(zone, at - reach, at)
  const to = readOffset(zone, at + reach) === offset ? at + reach : changeBetween(zone, at, at + reach)
  return { from, to, offset }
}

/** The moment of the one change between two moments with different offsets. */
function changeBetween(zone: string, from: number, to: number): number {
  const before = readOffset(zone, from)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}

function readOffset(zone: string, at: number): number {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'narrow',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}
