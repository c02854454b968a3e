import type { Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { TargetError } from '../../publishing/move.ts'
import type { Exchange } from '../../publishing/worker/calling/exchange.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import type { EditClaim } from './claim-edit.ts'
import { overtakenError } from './edit-error.ts'

/** Ends an edit that the network made: its text is the public one from now on. */
export async function finishEdit(tx: Queryable, claim: EditClaim, exchange: Exchange | null): Promise<void> {
  const done = await tx.run(sql`
    update result_edits set status = 'done', error = null, tries = tries + 1, ${ended}, ${kept(exchange)}
    where ${isClaimed(claim)}`)
  if (done === 1) await recordEnd(tx, factsOf(claim), 'post_result.edited', null)
}

/** Ends an edit that failed for good. Somebody may ask for another. */
export async function failEdit(
  tx: Queryable,
  claim: EditClaim,
  error: TargetError,
  exchange: Exchange | null,
): Promise<void> {
  const failed = await tx.run(sql`
    update result_edits set status = 'failed', error = ${JSON.stringify(error)}::jsonb, tries = tries + 1, ${ended},
      ${kept(exchange)}
    where ${isClaimed(claim)}`)
  if (failed === 1) await recordEnd(tx, factsOf(claim), 'post_result.edit_failed', error)
}

/** Puts an edit off until its next try. `error` is null for a try that was broken off and does not count. */
export async function putOffEdit(
  db: Queryable,
  claim: EditClaim,
  inMs: number,
  { error, exchange }: { readonly error: TargetError | null; readonly exchange: Exchange | null },
): Promise<void> {
  await db.run(sql`
    update result_edits set next_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond',
      tries = tries + ${error === null ? 0 : 1}, error = ${error && JSON.stringify(error)}::jsonb,
      updated_at = clock_timestamp(), ${kept(exchange)}
    where ${isClaimed(claim)}`)
}

/** Ends the edits of a post that is about to be deleted at its networks: there is nothing left to correct. */
export async function overtakeEdits(tx: Queryable, workspaceId: string, postId: string): Promise<void> {
  const rows = await tx.rows<Omit<EditFacts, 'workspaceId'>>(sql`
    update result_edits e set status = 'failed', error = ${JSON.stringify(overtakenError)}::jsonb, ${ended}
    from targets t
    where e.workspace_id = ${workspaceId} and e.post_id = ${postId} and e.status = 'pending'
      and t.workspace_id = e.workspace_id and t.id = e.target_id
    returning t.mode, e.root_id as "rootId", t.position, e.post_id as "postId", t.account_id as "accountId", t.platform,
      e.text`)
  for (const row of rows)
    await recordEnd(tx, { workspaceId, ...row }, 'post_result.edit_failed', overtakenError)
}

const ended = sql`next_at = null, ended_at = clock_timestamp(), updated_at = clock_timestamp()`

// The exchange of an earlier try is better than none.
function kept(exchange: Exchange | null) {
  return sql`exchange = coalesce(${exchange && JSON.stringify(exchange)}::jsonb, exchange)`
}

function isClaimed({ workspaceId, id, fence }: EditClaim) {
  return sql`workspace_id = ${workspaceId} and id = ${id} and status = 'pending' and fence = ${fence}`
}

/** The members of the event of an edit. */
interface EditFacts {
  readonly workspaceId: string
  readonly mode: Mode
  readonly rootId: string
  readonly position: number
  readonly postId: string
  readonly accountId: string
  readonly platform: string
  readonly text: string
}

function factsOf(claim: EditClaim): EditFacts {
  return { ...claim, text: claim.edit.text }
}

async function recordEnd(
  tx: Queryable,
  { workspaceId, mode, rootId: id, position, postId, accountId, platform, text }: EditFacts,
  type: 'post_result.edited' | 'post_result.edit_failed',
  error: TargetError | null,
): Promise<void> {
  const data = {
    id,
    post_id: postId,
    social_account_id: accountId,
    platform,
    part: position,
    caption: text,
    error,
  }
  await recordEvent(tx, { workspaceId, mode, type, subjectId: id, data })
}
