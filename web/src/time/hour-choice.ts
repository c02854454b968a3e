import { readKept } from '../boot/kept.ts'

/** The clock of 12 hours or of 24, as locales name it. */
export type HourCycle = 'h12' | 'h23'

/** Where this browser keeps the clock that was chosen; nothing where the language and its region decide. */
export const hoursStoredAt = 'crier-hours'

/** A language and region with the clock that was chosen for them. */
export function withHours(locale: string): string {
  const cycle = readKept(hoursStoredAt)
  return cycle === null ? locale : `${locale}-u-hc-${cycle}`
}
