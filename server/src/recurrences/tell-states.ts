import { isKeyGone } from '../api-keys/find-maker.ts'
import type { Context, Mode } from '../context.ts'
import { isDatabaseAway, type Queryable, sql } from '../db/database.ts'
import { recordStatus } from './record-recurrence-event.ts'

/** Recurrences that are looked at together. */
const batch = 500

/** The status in which showRecurrence shows a recurrence, in SQL. */
const statusNow = sql`
  case when r.is_paused then 'paused'
    when r.next_at is null and not exists (
      select from recurrence_occurrences o
        join posts p on p.workspace_id = o.workspace_id and p.id = o.post_id and p.deleted_at is null
      where o.workspace_id = r.workspace_id and o.recurrence_id = r.id
        and p.scheduled_at > crier_now(r.workspace_id, r.mode)
        and exists (select from targets t
          where t.workspace_id = p.workspace_id and t.post_id = p.id and t.state <> 'canceled'))
      then 'ended'
    when r.fault is not null
      or exists (select from social_accounts a where a.workspace_id = r.workspace_id and a.id = any(r.account_ids)
        and a.disconnected_at is not null)
      or exists (select from unnest(r.media_ids) medium where not exists (
        select from media m where m.workspace_id = r.workspace_id and m.id = medium))
      or not exists (select from memberships m where m.workspace_id = r.workspace_id and m.user_id = r.user_id)
      or ${isKeyGone(sql`r`)}
      then 'needs_attention'
    else 'active' end`

interface Untold {
  readonly workspace_id: string
  readonly mode: Mode
  readonly id: string
}

/** One run looks at so many at most; the next one goes on. */
const mostRounds = 10

/**
 * Tells of recurrences whose status became another without a change of their own: an account was disconnected or connected
 * again, a medium was deleted, the author left, their key was revoked or has expired, or the last time has passed. It may run anywhere at any time. While a guard
 * is up nothing is told. A failure of one does not keep the others from being told. Answers how many it looked at.
 */
export async function tellStates(context: Context, signal?: AbortSignal): Promise<number> {
  let looked = 0
  for (let round = 0; round < mostRounds && !signal?.aborted; round += 1) {
    const untold = await findUntold(context.db)
    for (const one of untold) {
      if (signal?.aborted) break
      await tell(context.db, one).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error
        context.log.error({ err: error, recurrence: one.id }, 'the status of a recurrence could not be told')
      })
    }
    looked += untold.length
    if (untold.length < batch) break
  }
  return looked
}

function findUntold(db: Queryable): Promise<Untold[]> {
  return db.rows<Untold>(sql`
    select r.workspace_id, r.mode, r.id from recurrences r
      join workspaces w on w.id = r.workspace_id and w.purge_at is null
    where r.told_status is distinct from ${statusNow} and not exists (select from guards)
    limit ${batch}`)
}

function tell(db: Context['db'], { workspace_id: workspaceId, mode, id }: Untold): Promise<void> {
  return db.transaction(async (tx) => {
    const own = await tx.row(sql`
      select from recurrences where workspace_id = ${workspaceId} and id = ${id} for update skip locked`)
    if (own !== null) await recordStatus({ db: tx, workspaceId, mode }, id)
  })
}
