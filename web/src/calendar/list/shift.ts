import { addDays, dayAt } from '../../time/zone.ts'
import { keepClock } from '../move/landing.ts'

export const shiftUnits = ['minutes', 'hours', 'days', 'weeks'] as const
export type ShiftUnit = (typeof shiftUnits)[number]

/** How far some posts are moved together. */
export interface Shift {
  /** Below 0 is earlier. */
  readonly count: number
  readonly unit: ShiftUnit
}

/** The moment of a post after a shift: days and weeks keep the time of the clock, hours and minutes are hours and minutes. */
export function shifted(zone: string, at: number, { count, unit }: Shift): number {
  switch (unit) {
    case 'minutes':
      return at + count * 60_000
    case 'hours':
      return at + count * 3_600_000
    case 'days':
    case 'weeks':
      return keepClock(zone, at, addDays(dayAt(zone, at), unit === 'days' ? count : count * 7)).at
  }
}
