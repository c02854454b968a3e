import type { WallTime } from './zone.ts'

/** A wall time as ISO 8601 writes it without an offset, to the minute. */
export function writeWallTime(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 16)
}

/** Minutes since midnight of a clock time such as `09:30`; null for anything else. */
export function readClockTime(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

export function writeClockTime(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
