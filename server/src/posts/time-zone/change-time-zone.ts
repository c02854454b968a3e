import { empty, type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { invalid, notFound } from '../../lib/problem.ts'
import { counted } from '../../lib/text/counted.ts'
import { writeWallTime } from '../../lib/zone/wall-time.ts'
import { openZone, type Zone } from '../../lib/zone/zone.ts'
import { zoneNamed } from '../../queue/free-slots.ts'
import { lockQueue } from '../../queue/lock-queue.ts'
import { unknownZone } from '../../queue/slot-input.ts'
import { movePosts } from './move-posts.ts'
import { isGoingOut, type PlannedPost, readPlannedPosts } from './planned-posts.ts'
import { type Move, type PostTimes, shiftTimes, timesOf, wouldBeLate } from './post-times.ts'

/** Which of the two stays as it is: the time on the clock, or the moment. */
export type KeptTime = 'clock' | 'moment'

export interface ZoneChange {
  readonly timezone: string
  readonly keep: KeptTime
  readonly dryRun: boolean
}

/** A person who changes the zone of a workspace, within a transaction. */
export interface ZoneCall {
  readonly db: Queryable
  readonly workspaceId: string
  readonly userId: string
  readonly prepareLeadMs: number
}

/** A post that keeps its moment. */
export interface UnmovedPost {
  post_id: string
  reason: 'going_out' | 'time_passed' | 'changed_since'
}

/** A planned post, and what the clock shows at its time before and after. */
export interface ZoneExample {
  post_id: string
  text: string
  before: { at: string; local_time: string }
  after: { at: string; local_time: string }
}

export interface ChangedZone {
  previous_timezone: string
  timezone: string
  dry_run: boolean
  /** The planned posts. */
  planned: number
  /** Planned posts that have another moment now. */
  moved: number
  left: UnmovedPost[]
  example: ZoneExample | null
  /** Takes the change back; null for a dry run, and where nothing was changed. */
  undo: string | null
  message: string
}

/**
 * Changes the time zone of a workspace. Planned posts keep the time on the clock, and so go out at another moment, or they keep
 * their moment. A post that is going out stays as it is, and so does one whose time on the new clock has passed. Slots of the
 * queue keep their clock times in either case.
 * @throws Problem 422 `timezone_unknown`; 409 `too_many_planned`
 */
export async function changeTimeZone(call: ZoneCall, change: ZoneChange): Promise<ChangedZone> {
  const after = openZone(change.timezone)
  if (after === null) throw invalid([unknownZone('/timezone', change.timezone)])
  const { db, workspaceId } = call
  if (!change.dryRun) await lockQueues(call)
  const before = await readZone(call, { lock: !change.dryRun })
  const planned = await readPlannedPosts(db, workspaceId, { lock: !change.dryRun })
  const { moves, left } = planMoves(planned, before, after, change.keep)
  if (change.dryRun)
    return { ...describeZoneChange({ before, after, planned, moves, left }), dry_run: true, undo: null }
  await movePosts(db, workspaceId, moves, call.prepareLeadMs)
  await setZone(call, after)
  const isChange = moves.length > 0 || before.name !== after.name
  const undo = isChange ? await keepForUndo(call, { before, after, moves }) : null
  return { ...describeZoneChange({ before, after, planned, moves, left }), dry_run: false, undo }
}

/** Locks the queues of both modes: a post that is being queued would get a time by the old zone. */
export async function lockQueues({ db, workspaceId }: ZoneCall): Promise<void> {
  await lockQueue({ db, workspaceId, mode: 'live' })
  await lockQueue({ db, workspaceId, mode: 'test' })
}

export async function readZone({ db, workspaceId }: ZoneCall, { lock }: { lock: boolean }): Promise<Zone> {
  const row = await db.row<{ timezone: string }>(sql`
    select timezone from workspaces where id = ${workspaceId} ${lock ? sql`for no key update` : empty}`)
  if (!row) throw notFound('workspace')
  return zoneNamed(row.timezone)
}

export async function setZone({ db, workspaceId }: ZoneCall, { name }: Zone): Promise<void> {
  await db.run(sql`update workspaces set timezone = ${name} where id = ${workspaceId}`)
}

/** Keeps what a change moved, so that it can be taken back. Answers its id. */
export async function keepForUndo(
  { db, workspaceId, userId }: ZoneCall,
  { before, after, moves }: { before: Zone; after: Zone; moves: readonly Move[] },
): Promise<string> {
  const id = newId()
  const moved = moves.map(({ post, before, after }) => ({
    id: post.id,
    version: post.version + 1,
    before,
    after,
  }))
  await db.run(sql`
    insert into time_zone_changes (workspace_id, id, user_id, before, after, moved)
    values (${workspaceId}, ${id}, ${userId}, ${before.name}, ${after.name}, ${JSON.stringify(moved)}::jsonb)`)
  return id
}

function planMoves(planned: readonly PlannedPost[], before: Zone, after: Zone, keep: KeptTime) {
  const moves: Move[] = []
  const left: UnmovedPost[] = []
  const shift = (at: Date) =>
    keep === 'moment' ? at : new Date(after.momentsOf(before.wallAt(at.getTime())).at)
  for (const post of planned) {
    const move = { post, before: timesOf(post), after: shiftTimes(post, shift) }
    if (isSame(move)) continue
    if (isGoingOut(post)) left.push({ post_id: post.id, reason: 'going_out' })
    else if (wouldBeLate(move)) left.push({ post_id: post.id, reason: 'time_passed' })
    else moves.push(move)
  }
  return { moves, left }
}

/** Whether a post keeps all its moments; then it keeps its slot too. */
function isSame({ before, after }: Move): boolean {
  const timesIn = ({ queue_slot_id: _id, queue_slot_at: _at, ...times }: PostTimes) => JSON.stringify(times)
  return timesIn(before) === timesIn(after)
}

interface Outcome {
  readonly before: Zone
  readonly after: Zone
  readonly planned: readonly PlannedPost[]
  readonly moves: readonly Move[]
  readonly left: readonly UnmovedPost[]
}

/** The answer to a change, without its undo. */
export function describeZoneChange({ before, after, planned, moves, left }: Outcome) {
  return {
    previous_timezone: before.name,
    timezone: after.name,
    planned: planned.length,
    moved: moves.length,
    left: [...left],
    example: exampleOf({ before, after, planned, moves }),
    message: wordsOf(planned.length, moves.length, left.length),
  }
}

function exampleOf({ before, after, planned, moves }: Omit<Outcome, 'left'>): ZoneExample | null {
  const first = moves.find((move) => move.before.scheduled_at !== null)
  const post = first?.post ?? planned.find(({ scheduled_at }) => scheduled_at !== null)
  const was = post?.scheduled_at?.toISOString()
  if (!post || was === undefined) return null
  const is = first?.after.scheduled_at ?? was
  const shown = (at: string, zone: Zone) => ({ at, local_time: writeWallTime(zone.wallAt(Date.parse(at))) })
  return { post_id: post.id, text: post.caption, before: shown(was, before), after: shown(is, after) }
}

function wordsOf(planned: number, moved: number, left: number): string {
  const stays = planned - moved - left
  const parts = [
    moved === 0
      ? ''
      : `${counted(moved, 'planned post')} ${moved === 1 ? 'goes' : 'go'} out at another moment.`,
    stays <= 0
      ? ''
      : `${counted(stays, 'planned post')} ${stays === 1 ? 'keeps its moment' : 'keep their moments'}.`,
    left === 0
      ? ''
      : `${counted(left, 'post')} could not be moved and ${left === 1 ? 'keeps its moment' : 'keep their moments'}.`,
    'Queue slots keep their clock times.',
  ]
  return parts.filter((part) => part !== '').join(' ')
}
