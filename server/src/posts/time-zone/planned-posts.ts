import type { Mode } from '../../context.ts'
import { empty, type Queryable, type Sql, sql } from '../../db/database.ts'
import type { Json } from '../../lib/json/json.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPlanned, type PlannedTarget, readPlanned } from '../../publishing/person/move-times.ts'
import { isInState } from '../../targets/state-sql.ts'
import { editableStates } from '../../targets/states.ts'

/** A post with a time to come, or with one on one of its accounts. A draft counts by its own time. */
export interface PlannedPost {
  readonly id: string
  readonly mode: Mode
  readonly version: number
  readonly caption: string
  readonly scheduled_at: Date | null
  readonly queue_slot_id: string | null
  readonly queue_slot_at: Date | null
  /** Whether its slot goes by the zone of the workspace. */
  readonly follows_zone: boolean
  readonly platform_configurations: Json
  readonly account_configurations: Json
  readonly targets: readonly PlannedTarget[]
  /** The present moment, by the clock of its mode. */
  readonly now: Date
}

/** More than anybody plans, and few enough for one transaction. */
const mostPlanned = 10_000

/**
 * Reads the planned posts of a workspace, in both modes; `ids` reads these alone, whether planned or not. With `lock` they and
 * their targets stay as they are until the transaction ends. Posts of a recurrence go by the zone of that, and are left out.
 * @throws Problem 409 `too_many_planned`
 */
export async function readPlannedPosts(
  db: Queryable,
  workspaceId: string,
  { ids = null, lock }: { ids?: readonly string[] | null; lock: boolean },
): Promise<PlannedPost[]> {
  if (lock) await db.run(sql`select lock_test_clock(${workspaceId}, false)`)
  const now = await db.row<{ live: Date; test: Date }>(sql`
    select crier_now(${workspaceId}, 'live') as live, crier_now(${workspaceId}, 'test') as test`)
  if (!now) throw new Error('A clock shows nothing.')
  const isWanted = ids === null ? isPlanned(workspaceId, now) : sql`p.id = any(${[...ids]}::uuid[])`
  const rows = await db.rows<Omit<PlannedPost, 'targets' | 'now'>>(sql`
    select p.id, p.mode, p.version, left(p.caption, 80) as caption, p.scheduled_at, p.queue_slot_id, p.queue_slot_at,
      p.queue_slot_id is not null and coalesce((select s.timezone is null from queue_slots s
        where s.workspace_id = p.workspace_id and s.id = p.queue_slot_id), false) as follows_zone,
      p.platform_configurations, p.account_configurations
    from posts p where p.workspace_id = ${workspaceId} and p.deleted_at is null and p.recurrence_id is null and ${isWanted}
    order by p.id limit ${mostPlanned + 1} ${lock ? sql`for no key update of p` : empty}`)
  if (rows.length > mostPlanned) {
    const detail = `More than ${mostPlanned} posts are planned, too many to be moved at once.`
    throw new Problem(409, 'too_many_planned', detail)
  }
  const postIds = rows.map(({ id }) => id)
  const targets = await (lock ? lockPlanned(db, workspaceId, postIds) : readPlanned(db, workspaceId, postIds))
  const byPost = Map.groupBy(targets, ({ post_id }) => post_id)
  return rows.map((row) => ({ ...row, now: now[row.mode], targets: byPost.get(row.id) ?? [] }))
}

/** Each of the two is found by an index, however many posts there are. */
function isPlanned(workspaceId: string, now: { readonly live: Date; readonly test: Date }): Sql {
  const ofMode = sql`case mode when 'live' then ${now.live}::timestamptz else ${now.test}::timestamptz end`
  return sql`p.id in (
    select id from posts
    where workspace_id = ${workspaceId} and mode in ('live', 'test') and deleted_at is null
      and coalesce(scheduled_at, created_at) > ${now.live}::timestamptz and scheduled_at > ${ofMode}
    union
    select post_id from targets t
    where workspace_id = ${workspaceId} and ${isInState('t', editableStates)} and scheduled_at > ${ofMode})`
}

/** Whether something of a post is public, may be, or is on its way, so that its times stay. */
export function isGoingOut({ targets }: PlannedPost): boolean {
  return targets.some(({ is_going_out }) => is_going_out)
}
