import type { Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { moveTimes } from '../../publishing/person/move-times.ts'
import { postStatus } from '../../publishing/post-status.ts'
import { insertEvents } from '../../webhooks/record-event.ts'
import type { Move } from './post-times.ts'

/** The most posts that share a statement, which has to end within seconds. */
const atOnce = 500

/** Gives locked posts their new times, with an event for each. */
export async function movePosts(
  tx: Queryable,
  workspaceId: string,
  moves: readonly Move[],
  prepareLeadMs: number,
): Promise<void> {
  for (let start = 0; start < moves.length; start += atOnce) {
    const some = moves.slice(start, start + atOnce)
    await updatePosts(tx, workspaceId, some)
    for (const mode of ['live', 'test'] as const)
      await moveTimes(tx, { workspaceId, mode }, movedTargets(some, mode), prepareLeadMs)
    await recordMoves(tx, workspaceId, some)
  }
}

async function updatePosts(tx: Queryable, workspaceId: string, moves: readonly Move[]): Promise<void> {
  const rows = moves.map(({ post: { id }, after: { targets: _targets, ...times } }) => ({ id, ...times }))
  await tx.run(sql`
    update posts p set scheduled_at = r.scheduled_at, queue_slot_id = r.queue_slot_id, queue_slot_at = r.queue_slot_at,
      platform_configurations = r.platform_configurations, account_configurations = r.account_configurations,
      version = p.version + 1, updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, scheduled_at timestamptz, queue_slot_id uuid,
      queue_slot_at timestamptz, platform_configurations json, account_configurations json)
    where p.workspace_id = ${workspaceId} and p.id = r.id`)
}

function movedTargets(moves: readonly Move[], mode: Mode) {
  return moves.flatMap(({ post, after }) =>
    post.mode === mode
      ? Object.entries(after.targets).map(([id, at]) => ({ id, scheduled_at: new Date(at) }))
      : [],
  )
}

async function recordMoves(tx: Queryable, workspaceId: string, moves: readonly Move[]): Promise<void> {
  const rows = moves.map(({ post: { id } }) => ({ id, event_id: newId() }))
  await tx.run(
    insertEvents(sql`
      select p.workspace_id, r.event_id as id, p.mode, 'post.updated' as type, p.id as subject_id, null::bigint as version,
        jsonb_build_object('id', p.id, 'status', s.status, 'previous_status', s.status,
          'changed', array['scheduled_at']) as data
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, event_id uuid)
        join posts p on p.workspace_id = ${workspaceId} and p.id = r.id
        cross join lateral (select ${postStatus('p')} as status offset 0) s`),
  )
}
