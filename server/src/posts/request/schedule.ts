import { parseDateTime } from '../../lib/date-time.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { Layered } from './post-request.ts'

/** A time this little in the past still counts as now: clocks differ, and a request takes its time. */
const countsAsNowMs = 60_000
const furthestMs = 365 * 24 * 3_600_000

/** When something goes out. */
export interface When {
  /** The moment to go out at, or null for now. */
  readonly at: Date | null
  /** The moment as given, also when it counts as now. */
  readonly given: Date | null
  /** Not a date and time at all. */
  readonly problem: FieldProblem | null
  /** A date and time that cannot be meant: past, or too far ahead. */
  readonly objection: FieldProblem | null
}

/** Checks a given time against the clock of its workspace. */
export function readWhen(sent: Layered<string>, now: Date): When {
  const { value, pointer } = sent
  // A post is never published before its time, not even by a part of a millisecond.
  const at = parseDateTime(value, 'up')
  if (!at) {
    const detail = sentence('"{value}" is not a date and time such as 2030-05-06T09:00:00Z.', {
      value: value.slice(0, 40),
    })
    return { at: null, given: null, problem: { pointer, code: 'invalid_date_time', detail }, objection: null }
  }
  const aheadMs = at.getTime() - now.getTime()
  if (aheadMs < -countsAsNowMs) {
    const detail = sentence('{at} has passed. Choose a later time, or null to publish now.', {
      at: at.toISOString(),
    })
    return { at, given: at, problem: null, objection: { pointer, code: 'scheduled_at_in_past', detail } }
  }
  if (aheadMs > furthestMs) {
    const detail = sentence('{at} is more than 365 days ahead.', { at: at.toISOString() })
    return { at, given: at, problem: null, objection: { pointer, code: 'scheduled_at_too_far', detail } }
  }
  return { at: aheadMs <= 0 ? null : at, given: at, problem: null, objection: null }
}
