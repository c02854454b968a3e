import { keyOf } from '../api-keys/find-maker.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { type CheckedContent, type ContentInput, checkContent } from './check-content.ts'
import { refuseOver } from './create-recurrence.ts'
import { keepMedia } from './keep-media.ts'
import { readClock } from './read-clock.ts'
import { recordStatus } from './record-recurrence-event.ts'
import type { RecurrenceChangesBody } from './recurrence-body.ts'
import { lockRecurrence, type RecurrenceRow } from './recurrence-row.ts'
import type { ChangedRecurrence } from './recurrence-schema.ts'
import { replan } from './replan.ts'
import { requireMayChange, requireMayPlan } from './require-may-change.ts'
import { readSchedule, type Schedule } from './rule.ts'

/**
 * Changes the members that are named, and with them the posts to come that nobody has changed. Pausing takes those away;
 * going on makes them again, from now on. Its posts are then made in the name of the caller. An empty change renews that.
 * @throws Problem 403 `scope_missing`; 404; 422
 */
export async function updateRecurrence(
  call: CallContext,
  id: string,
  changes: RecurrenceChangesBody,
): Promise<ChangedRecurrence> {
  const before = await lockRecurrence(call, id)
  requireMayChange(call, before)
  const isPaused = changes.status === undefined ? before.is_paused : changes.status === 'paused'
  if (!isPaused) requireMayPlan(call)
  const { now, zone } = await readClock(call)
  const schedule = scheduleAfter(before, changes, { now, zone })
  const endsAfter = changes.ends_after === undefined ? before.ends_after : changes.ends_after
  // A change that says nothing about times may be saved after the last of them.
  if (!isPaused && changesTimes(changes)) refuseOver(schedule, now)
  // Pausing must work whatever is wrong with the content.
  const checked =
    isPaused && !changesContent(changes)
      ? null
      : await contentAfter(call, before, changes, { now, endsAfter })
  await store(call, id, { schedule, endsAfter, isPaused, checked })
  const posts = await replan(call, await lockRecurrence(call, id), now)
  return { ...(await recordStatus(call, id)), posts }
}

const timeMembers = ['rule', 'timezone', 'starts_on', 'ends_on', 'ends_after'] as const

function changesTimes(changes: RecurrenceChangesBody): boolean {
  return timeMembers.some((name) => changes[name] !== undefined) || changes.status === 'active'
}

function changesContent(changes: RecurrenceChangesBody): boolean {
  const others: readonly string[] = [...timeMembers, 'status']
  return Object.keys(changes).some((name) => !others.includes(name))
}

function scheduleAfter(
  before: RecurrenceRow,
  { rule, timezone, starts_on, ends_on }: RecurrenceChangesBody,
  usual: { now: Date; zone: string },
): Schedule {
  return readSchedule(
    {
      rule: rule ?? before.rule,
      timezone: timezone === undefined ? before.timezone : timezone,
      starts_on: starts_on === undefined ? before.starts_on : starts_on,
      ends_on: ends_on === undefined ? before.ends_on : ends_on,
    },
    usual,
  )
}

function contentAfter(
  call: CallContext,
  { content, variations }: RecurrenceRow,
  changes: RecurrenceChangesBody,
  { now, endsAfter }: { now: Date; endsAfter: number | null },
): Promise<CheckedContent> {
  const { rule: _, timezone: _1, starts_on: _2, ends_on: _3, ends_after: _4, status: _5, ...given } = changes
  const { caption, ...others } = content
  // `body` alone is another name for the words; with `caption` the check says that they differ.
  const words = given.body === undefined ? { caption } : {}
  const input: ContentInput = { ...others, ...words, variations: [...variations], ...given }
  return checkContent(call, input, { now, isOnce: endsAfter === 1 })
}

interface Stored {
  readonly schedule: Schedule
  readonly endsAfter: number | null
  readonly isPaused: boolean
  /** Null: the content stays as it is, unchecked. */
  readonly checked: CheckedContent | null
}

async function store(
  call: CallContext,
  id: string,
  { schedule, endsAfter, isPaused, checked }: Stored,
): Promise<void> {
  await call.db.run(sql`
    update recurrences set user_id = ${call.caller.userId}, key_id = ${keyOf(call.caller)}, rule = ${JSON.stringify(schedule.rule)}::json,
      timezone = ${schedule.zone.name}, starts_on = ${schedule.startsOn}::date, ends_on = ${schedule.endsOn}::date,
      ends_after = ${endsAfter}, is_paused = ${isPaused}, version = version + 1, updated_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  if (checked === null) return
  await call.db.run(sql`
    update recurrences set content = ${JSON.stringify(checked.content)}::json,
      variations = ${JSON.stringify(checked.variations)}::json, account_ids = ${[...checked.accountIds]}::uuid[],
      media_ids = ${[...checked.mediaIds]}::uuid[], warnings = ${JSON.stringify(checked.warnings)}::jsonb
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  await keepMedia(call, checked.mediaIds)
}
