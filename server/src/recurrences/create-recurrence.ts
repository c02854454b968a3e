import { keyOf } from '../api-keys/find-maker.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { checkContent } from './check-content.ts'
import { keepMedia } from './keep-media.ts'
import { planAhead } from './plan-ahead.ts'
import { readClock } from './read-clock.ts'
import { recordCreated } from './record-recurrence-event.ts'
import type { NewRecurrenceBody } from './recurrence-body.ts'
import { loadRecurrence, lockRecurrence, showRecurrence } from './recurrence-row.ts'
import type { Recurrence } from './recurrence-schema.ts'
import { requireMayPlan } from './require-may-change.ts'
import { readSchedule, type Schedule } from './rule.ts'
import { nextTime } from './times.ts'

/** Far more than a person keeps in view. */
const mostRecurrences = 200

/**
 * Stores a recurrence and makes its first posts, in one transaction.
 * @throws Problem 422 with everything that is wrong; 403 without the scope `publish`; 409 `too_many_recurrences`
 */
export async function createRecurrence(call: CallContext, body: NewRecurrenceBody): Promise<Recurrence> {
  requireMayPlan(call)
  const { rule, timezone, starts_on, ends_on, ends_after = null, ...post } = body
  const { now, zone } = await readClock(call)
  const schedule = readSchedule({ rule, timezone, starts_on, ends_on }, { zone, now })
  refuseOver(schedule, now)
  const checked = await checkContent(call, post, { now, isOnce: ends_after === 1 })
  await refuseMany(call)
  const id = newId()
  await call.db.run(sql`
    insert into recurrences (workspace_id, id, mode, user_id, key_id, content, variations, account_ids, media_ids, rule, timezone,
      starts_on, ends_on, ends_after, warnings, planned_until)
    values (${call.workspaceId}, ${id}, ${call.mode}, ${call.caller.userId}, ${keyOf(call.caller)}, ${JSON.stringify(checked.content)}::json,
      ${JSON.stringify(checked.variations)}::json, ${[...checked.accountIds]}::uuid[], ${[...checked.mediaIds]}::uuid[],
      ${JSON.stringify(schedule.rule)}::json, ${schedule.zone.name}, ${schedule.startsOn}::date, ${schedule.endsOn}::date,
      ${ends_after}, ${JSON.stringify(checked.warnings)}::jsonb, ${now})`)
  await keepMedia(call, checked.mediaIds)
  const { faults } = await planAhead(call, await lockRecurrence(call, id), now)
  if (faults.length > 0) throw invalid(faults)
  const made = showRecurrence(await loadRecurrence(call, id))
  await recordCreated(call, made)
  return made
}

/** A rule without a time to come is a slip. @throws Problem 422 `no_times` */
export function refuseOver(schedule: Schedule, now: Date): void {
  if (nextTime(schedule, now.getTime()) !== null) return
  const detail = 'No time of this rule is to come. Choose a later end.'
  throw invalid([{ pointer: schedule.endsOn === null ? '/rule' : '/ends_on', code: 'no_times', detail }])
}

/** One at a time counts, so that two requests never pass together. @throws Problem 409 `too_many_recurrences` */
async function refuseMany({ db, workspaceId, mode }: CallContext): Promise<void> {
  await db.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`recurrences ${mode} ${workspaceId}`}, 0))`,
  )
  const counted = await db.row<{ there: number }>(sql`
    select count(*)::int as there from recurrences where workspace_id = ${workspaceId} and mode = ${mode}`)
  if ((counted?.there ?? 0) < mostRecurrences) return
  const detail = sentence('There are {mostRecurrences} recurrences, which is the most. Delete one first.', {
    mostRecurrences,
  })
  throw new Problem(409, 'too_many_recurrences', detail)
}
