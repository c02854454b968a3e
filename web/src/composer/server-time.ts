import type { Session } from '../session/session.ts'

// How far the clock of the server is ahead of that of this device, which may be wrong.
let aheadMs = 0

/** Learns the time of the server from the head of an answer that has just come. */
export function learnServerTime(date: string | null): void {
  const at = date === null ? Number.NaN : Date.parse(date)
  // The head names whole seconds; what lies within is no difference.
  if (!Number.isNaN(at)) aheadMs = Math.abs(at - Date.now()) < 2_000 ? 0 : at - Date.now()
}

/** The time by which posts go out: that of the server, or of the test clock, in milliseconds. */
export async function publishingTime({ api, mode }: Session): Promise<number> {
  if (mode === 'test') return Date.parse((await api.testClock.get()).now)
  return Date.now() + aheadMs
}
