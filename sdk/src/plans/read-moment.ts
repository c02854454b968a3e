import { PlanError } from './plan-error.ts'

/** A moment that somebody wrote. */
export interface WrittenMoment {
  readonly iso: string
  /** Whether the clocks of the zone show this time twice, as when they are put back; then the first is meant. */
  readonly isTwice: boolean
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Reads a time with an offset, such as `2026-12-01T09:00:00Z`, or one by the clock of a zone, such as `2026-12-01 09:00`. Refusals
 * call it by its name.
 * @throws PlanError if it is no time, or one that the clock of the zone skips.
 */
export function readMoment(name: string, text: string, zone: string): WrittenMoment {
  const match = pattern.exec(text.trim())
  if (match === null) throw new PlanError('not_a_time', { name, text })
  const [, year, month, day, hour, minute, second = '0', fraction = '0', offset] = match
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map(Number)
  const clock = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0')))
  const read = new Date(clock)
  const isReal =
    read.getUTCFullYear() === y &&
    read.getUTCMonth() === mo - 1 &&
    read.getUTCDate() === d &&
    h < 24 &&
    mi < 60 &&
    s < 60
  if (!isReal) throw new PlanError('no_such_time', { name, text })
  if (offset === undefined) return momentOf(name, text, clock, zone)
  return { iso: new Date(clock - readOffset(name, text, offset)).toISOString(), isTwice: false }
}

/** @throws PlanError */
function readOffset(name: string, text: string, offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59) throw new PlanError('no_such_offset', { name, text })
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Clocks that are put forward skip an hour, and clocks that are put back show one twice: then the first is meant. */
function momentOf(name: string, text: string, clock: number, zone: string): WrittenMoment {
  const day = 86_400_000
  const offsets = new Set([clock - day, clock + day].map((at) => offsetAt(at, zone)))
  const moments = [...offsets]
    .map((offset) => clock - offset)
    .filter((at) => at + offsetAt(at, zone) === clock)
  const [first, second] = moments.sort((a, b) => a - b)
  if (first === undefined) throw new PlanError('skipped_time', { name, text, zone })
  return { iso: new Date(first).toISOString(), isTwice: second !== undefined }
}

/** The difference between the clock of a zone and UTC at a moment, in milliseconds. */
export function offsetAt(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = clockPartsOf(at, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The parts of the time that the clock of a zone shows at a moment. */
export function clockPartsOf(at: number, zone: string) {
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
