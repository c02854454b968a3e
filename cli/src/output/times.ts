import { clockPartsOf, offsetAt, readMoment as readWritten } from '@crier/sdk/plans'

/** A moment that somebody wrote, with a remark where it was not as clear as it looked. */
export interface Moment {
  readonly iso: string
  readonly remark: string | null
}

/**
 * Reads the time that an option names, by the clock of a zone where it has no offset.
 * @throws PlanError if it is no time, or one that the clock of the zone skips.
 */
export function readMoment(name: string, text: string, zone: string): Moment {
  const { iso, isTwice } = readWritten(`--${name}`, text, zone)
  return { iso, remark: isTwice ? remarkOn(text, zone) : null }
}

/** Says which moment is taken where the clock shows a time twice. */
export function remarkOn(text: string, zone: string): string {
  return `The clocks of ${zone} show "${text}" twice; the first of the two is taken.`
}

/** Writes a moment by the clock of a zone, such as `2026-12-01 09:00`; empty where there is none. */
export function clockTime(iso: string | null | undefined, zone: string): string {
  if (iso === null || iso === undefined) return ''
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const { year, month, day, hour, minute } = clockPartsOf(at, zone)
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
    return clockPartsOf(0, zone).year === 1970 || clockPartsOf(0, zone).year === 1969
  } catch {
    return false
  }
}
