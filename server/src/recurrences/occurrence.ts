import { hash } from 'node:crypto'
import type { CallContext } from '../context.ts'
import { empty, type Sql, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { canonicalJson } from '../lib/json/canonical-json.ts'
import type { Json } from '../lib/json/json.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { columnsOf } from '../posts/plan-columns.ts'
import type { NewPostBody } from '../posts/post-body.ts'
import { type RequestedColumns, toPostRequest } from '../posts/post-row.ts'
import { planNewPost } from '../posts/request/plan-new-post.ts'
import { faultsOf } from '../posts/request/plan-post.ts'
import { storePost } from '../posts/store-post.ts'
import { contentOfTurn, type RecurrenceRow } from './recurrence-row.ts'
import type { RuleTime } from './times.ts'

/** One time of a recurrence, and whose turn it is. */
export interface Turn extends RuleTime {
  /** From 0. */
  readonly turn: number
}

/** The request for the post of a turn. */
export function requestOfTurn(
  row: Pick<RecurrenceRow, 'content' | 'variations'>,
  { at, turn }: Turn,
): NewPostBody {
  return { ...contentOfTurn(row, turn), scheduled_at: new Date(at).toISOString(), is_draft: false }
}

/** The post of a time as it was made, by which it is told later whether somebody has changed it. */
export function digestOf(post: RequestedColumns): Buffer {
  // Approving a post or moving its time zone back and forth changes its version, and not what it says.
  return hash('sha256', canonicalJson(JSON.parse(JSON.stringify(toPostRequest(post))) as Json), 'buffer')
}

/**
 * Makes the post of a turn and the record that the time has one, in the transaction of the call, for which the recurrence is
 * locked. Answers the faults for which it is refused; then nothing is stored.
 */
export async function makeOccurrence(
  call: CallContext,
  row: RecurrenceRow,
  turn: Turn,
): Promise<readonly FieldProblem[]> {
  const plan = await planNewPost(call, requestOfTurn(row, turn))
  const faults = faultsOf(plan)
  if (faults.length > 0) return faults
  const id = newId()
  const stored = await storePost({ call, plan, id, ownIdDigest: null, recurrenceId: row.id })
  // An account of it was changed in between.
  if (stored === null) return makeOccurrence(call, row, turn)
  await recordOccurrence(call, row.id, { ...turn, postId: id, digest: digestOf(columnsOf(plan)) })
  return []
}

/** A time that has a post. */
export interface Occurrence extends Turn {
  readonly postId: string
  readonly digest: Buffer
}

/** Records that a time has its post. The key of the table refuses a second post for it. */
export async function recordOccurrence(
  call: CallContext,
  recurrenceId: string,
  occurrence: Occurrence,
): Promise<void> {
  await insertOccurrence(call, recurrenceId, occurrence, empty)
}

/** Records the time for which a post was made that stays as it is, unless another post has that time now. */
export async function keepOccurrence(
  call: CallContext,
  recurrenceId: string,
  occurrence: Occurrence,
): Promise<void> {
  await insertOccurrence(call, recurrenceId, occurrence, sql`on conflict do nothing`)
}

async function insertOccurrence(
  { db, workspaceId }: CallContext,
  recurrenceId: string,
  { at, day, turn, postId, digest }: Occurrence,
  orElse: Sql,
): Promise<void> {
  await db.run(sql`
    insert into recurrence_occurrences (workspace_id, recurrence_id, at, day, turn, post_id, digest)
    values (${workspaceId}, ${recurrenceId}, ${new Date(at)}, ${day}::date, ${turn}, ${postId}, ${digest}) ${orElse}`)
}
