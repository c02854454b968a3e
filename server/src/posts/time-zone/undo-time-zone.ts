import { sql } from '../../db/database.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { zoneNamed } from '../../queue/free-slots.ts'
import {
  type ChangedZone,
  describeZoneChange,
  keepForUndo,
  lockQueues,
  readZone,
  setZone,
  type UnmovedPost,
  type ZoneCall,
} from './change-time-zone.ts'
import { movePosts } from './move-posts.ts'
import { isGoingOut, type PlannedPost, readPlannedPosts } from './planned-posts.ts'
import { type Move, type PostTimes, timesOf, wouldBeLate } from './post-times.ts'

/** A post as a change moved it. */
interface Moved {
  readonly id: string
  /** Its version after the move. */
  readonly version: number
  readonly before: PostTimes
}

interface ChangeRow {
  before: string
  after: string
  moved: Moved[]
  can_be_undone: boolean
}

/**
 * Takes back a change of the time zone: posts get the very times that they had, except those that were changed since, are going
 * out now, or would be late. Taking it back is a change, which can be taken back too.
 * @throws Problem 422 `change_not_found`; 409 `cannot_undo` when it was undone, is older than a day, or the zone was changed again
 */
export async function undoTimeZone(call: ZoneCall, id: string): Promise<ChangedZone> {
  const { db, workspaceId } = call
  await lockQueues(call)
  const now = await readZone(call, { lock: true })
  const row = await db.row<ChangeRow>(sql`
    select before, after, moved,
      undone_at is null and created_at > clock_timestamp() - interval '1 day' as can_be_undone
    from time_zone_changes where workspace_id = ${workspaceId} and id = ${id} for update`)
  if (!row)
    throw invalid([
      {
        pointer: '/undo',
        code: 'change_not_found',
        detail: 'There is no change of the time zone of this workspace with this id.',
      },
    ])
  if (!row.can_be_undone || row.after !== now.name) {
    const detail = 'This change was undone, is older than a day, or the time zone was changed again since.'
    throw new Problem(409, 'cannot_undo', detail)
  }
  const before = zoneNamed(row.before)
  const ids = row.moved.map((moved) => moved.id)
  const planned = await readPlannedPosts(db, workspaceId, { ids, lock: true })
  const { moves, left } = planReturn(planned, row.moved)
  await movePosts(db, workspaceId, moves, call.prepareLeadMs)
  await setZone(call, before)
  await db.run(sql`
    update time_zone_changes set undone_at = clock_timestamp() where workspace_id = ${workspaceId} and id = ${id}`)
  const undo = await keepForUndo(call, { before: now, after: before, moves })
  return { ...describeZoneChange({ before: now, after: before, planned, moves, left }), dry_run: false, undo }
}

/** Posts that were deleted since are not among the planned ones. */
function planReturn(planned: readonly PlannedPost[], moved: readonly Moved[]) {
  const moves: Move[] = []
  const left: UnmovedPost[] = []
  const byId = new Map(moved.map((one) => [one.id, one]))
  for (const post of planned) {
    const then = byId.get(post.id)
    if (!then) continue
    const move = { post, before: timesOf(post), after: then.before }
    if (isGoingOut(post)) left.push({ post_id: post.id, reason: 'going_out' })
    else if (post.version !== then.version) left.push({ post_id: post.id, reason: 'changed_since' })
    else if (wouldBeLate(move)) left.push({ post_id: post.id, reason: 'time_passed' })
    else moves.push(move)
  }
  return { moves, left }
}
