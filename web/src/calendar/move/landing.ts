import { type Moment, momentOf, readDay, wallTimeAt } from '../../time/zone.ts'

/** The place on the clock of the workspace to which a post is moved. */
export interface Landing {
  /** The moment, in milliseconds. */
  readonly at: number
  /** `gap`: the time that was asked for does not exist, and this is as much after the jump. `twice`: it exists a second time. */
  readonly clock: Moment
}

/** The moment at which a post keeps the time of its clock on another day. */
export function keepClock(zone: string, at: number, day: string): Landing {
  const { hour, minute } = wallTimeAt(zone, at)
  // Seconds are kept too, for programs plan to the second.
  const rest = at % 60_000
  const clock = momentOf(zone, { ...readDay(day), hour, minute })
  return { at: firstOf(clock) + rest, clock }
}

/** The moment of a time such as `09:30` on a day. */
export function timeOnDay(zone: string, day: string, time: string): Landing | null {
  const found = /^(\d{2}):(\d{2})/.exec(time)
  if (found === null) return null
  const clock = momentOf(zone, { ...readDay(day), hour: Number(found[1]), minute: Number(found[2]) })
  return { at: firstOf(clock), clock }
}

function firstOf(clock: Moment): number {
  return clock.kind === 'twice' ? clock.first : clock.at
}

/** The moment within a span at a share of its length, on a step of so many minutes. */
export function snapWithin(
  { from, to }: { readonly from: number; readonly to: number },
  share: number,
  minutes: number,
): number {
  const step = minutes * 60_000
  const steps = Math.max(1, Math.ceil((to - from) / step))
  return from + Math.min(steps - 1, Math.max(0, Math.floor(share * steps))) * step
}
