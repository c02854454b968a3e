import { UsageError } from '../command/refusals.ts'

/** A moment that somebody wrote, with a remark where it was not as clear as it looked. */
export interface Moment {
  readonly iso: string
  readonly remark: string | null
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Reads a time with an offset, such as `2026-12-01T09:00:00Z`, or one by the clock of a zone, such as `2026-12-01 09:00`.
 * @throws UsageError if it is no time, or one that the clock of the zone skips.
 */
export function readMoment(name: string, text: string, zone: string): Moment {
  const match = pattern.exec(text.trim())
  if (match === null)
    throw new UsageError(
      `--${name} is "${text}"; it must be a time such as "2026-12-01 09:00" or 2026-12-01T08:00:00Z.`,
    )
  const [, year, month, day, hour, minute, second = '0', fraction = '0', offset] = match
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const clock = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0')))
  const read = new Date(clock)
  const isReal =
    read.getUTCFullYear() === y &&
    read.getUTCMonth() === mo - 1 &&
    read.getUTCDate() === d &&
    h < 24 &&
    mi < 60 &&
    s < 60
  if (!isReal) throw new UsageError(`--${name} is "${text}"; there is no such day or time.`)
  if (offset !== undefined)
    return { iso: new Date(clock - readOffset(name, text, offset)).toISOString(), remark: null }
  return momentOf(name, text, clock, zone)
}

/** @throws UsageError */
function readOffset(name: string, text: string, offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59)
    throw new UsageError(`--${name} is "${text}"; there is no such offset.`)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Clocks that are put forward skip an hour, and clocks that are put back show one twice: then the first is meant. */
function momentOf(name: string, text: string, clock: number, zone: string): Moment {
  const day = 86_400_000
  const offsets = new Set([clock - day, clock + day].map((at) => offsetAt(at, zone)))
  const moments = [...offsets]
    .map((offset) => clock - offset)
    .filter((at) => at + offsetAt(at, zone) === clock)
  const [first, second] = moments.sort((a, b) => a - b)
  if (first === undefined)
    throw new UsageError(`--${name} is "${text}"; the clocks of ${zone} are put forward then and skip it.`)
  const remark =
    second === undefined ? null : `The clocks of ${zone} show "${text}" twice; the first of the two is taken.`
  return { iso: new Date(first).toISOString(), remark }
}

/** The difference between the clock of a zone and UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(at, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(at: number, zone: string) {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

/** Writes a moment by the clock of a zone, such as `2026-12-01 09:00`; empty where there is none. */
export function clockTime(iso: string | null | undefined, zone: string): string {
  if (iso === null || iso === undefined) return ''
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const { year, month, day, hour, minute } = partsOf(at, zone)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

/** Writes a moment with its zone, and with UTC where that is another clock. */
export function fullTime(iso: string | null | undefined, zone: string): string | null {
  if (iso === null || iso === undefined) return null
  const offset = offsetAt(Date.parse(iso), zone)
  const utc = offset === 0 ? '' : `, ${clockTime(iso, 'UTC').slice(11)} UTC`
  return `${clockTime(iso, zone)} (${zone}${utc})`
}

/** Whether this Node knows the zone. */
export function isKnownZone(zone: string): boolean {
  try {
    return partsOf(0, zone).year === 1970 || partsOf(0, zone).year === 1969
  } catch {
    return false
  }
}
