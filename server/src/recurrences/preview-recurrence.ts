import type { CallContext } from '../context.ts'
import { writeWallTime } from '../lib/zone/wall-time.ts'
import { readClock } from './read-clock.ts'
import type { RecurrencePreviewBody } from './recurrence-body.ts'
import { readSchedule } from './rule.ts'
import { timesBetween } from './times.ts'

/** A time of a rule, also by the clock of its zone. */
export interface PreviewedTime {
  at: string
  local_time: string
}

/** The next times of a rule that need not be stored, fewer than asked for where it ends. @throws Problem 422 */
export async function previewRecurrence(
  call: CallContext,
  { count = 5, ends_after, ...input }: RecurrencePreviewBody,
): Promise<{ timezone: string; times: PreviewedTime[] }> {
  const clock = await readClock(call)
  const schedule = readSchedule(input, clock)
  const most = Math.min(count, ends_after ?? count)
  const times = timesBetween(schedule, clock.now.getTime(), Number.POSITIVE_INFINITY, most)
  return {
    timezone: schedule.zone.name,
    times: times.map(({ at }) => ({
      at: new Date(at).toISOString(),
      local_time: writeWallTime(schedule.zone.wallAt(at)),
    })),
  }
}
