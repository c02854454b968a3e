import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { canonicalJson } from '../lib/json/canonical-json.ts'
import type { Json } from '../lib/json/json.ts'
import { invalid } from '../lib/problem.ts'
import { changePost } from '../posts/change-post.ts'
import type { PostChangesBody } from '../posts/post-body.ts'
import { loadPost, type PostRow, toPostRequest } from '../posts/post-row.ts'
import { type ComingPost, readComing, removePosts, unlessUnderWay } from './coming-posts.ts'
import { type Match, matchTimes } from './match-times.ts'
import {
  digestOf,
  keepOccurrence,
  makeOccurrence,
  recordOccurrence,
  requestOfTurn,
  type Turn,
} from './occurrence.ts'
import { daysAhead, nextOf, roomOf, storeProgress, turnsLeft } from './plan-ahead.ts'
import { type RecurrenceRow, scheduleOf } from './recurrence-row.ts'
import type { Replanned } from './recurrence-schema.ts'
import { timesBetween } from './times.ts'

const dayMs = 86_400_000

/**
 * Makes the posts to come of a locked recurrence follow what it says now. Posts that somebody has changed stay, and so do
 * those that are going out. Times that have passed stay as they were; none of them is made up for.
 * @throws Problem 422 where a post would be refused
 */
export async function replan(call: CallContext, row: RecurrenceRow, now: Date): Promise<Replanned> {
  const coming = await readComing(call, row.id, now)
  // The records of the coming times are written anew.
  const firstTurn = await forgetComing(call, row.id, now)
  const before: RecurrenceRow = { ...row, turns: firstTurn }
  const schedule = scheduleOf(row)
  const wanted = row.is_paused
    ? []
    : timesBetween(
        schedule,
        now.getTime(),
        now.getTime() + daysAhead * dayMs,
        Math.min(roomOf(row), turnsLeft(before)),
      )
  const { matches, rest } = matchTimes(coming, wanted, firstTurn)
  const removed = await removePosts(
    call,
    rest.filter(({ isFree }) => isFree),
  )
  const outcomes = new Map<Outcome, number>()
  for (const match of matches) {
    const outcome = await settle(call, before, match)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  for (const post of rest.filter((one) => !removed.includes(one))) await keepOccurrence(call, row.id, post)
  const until = wanted.at(-1)?.at ?? now.getTime()
  const turns = firstTurn + wanted.length
  await storeProgress(call, row.id, {
    turns,
    plannedUntil: new Date(until),
    ...(row.is_paused
      ? { nextAt: null, planAt: null }
      : nextOf(
          { ...row, turns },
          { now: now.getTime(), until, isFaulty: false, frees: wanted[0]?.at ?? null },
        )),
    missed: [],
    faults: [],
  })
  const left = rest.filter((post) => post.isThere && !removed.includes(post)).length
  return {
    added: outcomes.get('added') ?? 0,
    updated: outcomes.get('updated') ?? 0,
    removed: removed.length,
    left: left + (outcomes.get('left') ?? 0),
  }
}

/** Forgets which posts the times to come have, and answers the turn of the first of them. */
async function forgetComing({ db, workspaceId }: CallContext, id: string, now: Date): Promise<number> {
  await db.run(sql`
    delete from recurrence_occurrences where workspace_id = ${workspaceId} and recurrence_id = ${id} and at > ${now}`)
  const row = await db.row<{ next: number }>(sql`
    select coalesce(max(turn) + 1, 0)::int as next from recurrence_occurrences
    where workspace_id = ${workspaceId} and recurrence_id = ${id}`)
  return row?.next ?? 0
}

/** The effect on one time: `same` leaves its post as it was, `settled` is one that somebody has canceled or deleted. */
type Outcome = 'added' | 'updated' | 'same' | 'left' | 'settled'

async function settle(call: CallContext, row: RecurrenceRow, { turn, post }: Match): Promise<Outcome> {
  if (post === null) {
    const faults = await makeOccurrence(call, row, turn)
    if (faults.length > 0) throw invalid(faults)
    return 'added'
  }
  if (!post.isFree) {
    await recordOccurrence(call, row.id, { ...post, ...turn })
    return post.isThere ? 'left' : 'settled'
  }
  return renew(call, row, turn, post)
}

/** Gives a post that nobody has touched the content and the time of its turn. */
async function renew(call: CallContext, row: RecurrenceRow, turn: Turn, post: ComingPost): Promise<Outcome> {
  const before = await loadPost(call, post.postId)
  const changes = differences(before, row, turn)
  if (Object.keys(changes).length === 0) {
    await recordOccurrence(call, row.id, { ...post, ...turn })
    return 'same'
  }
  const after = await unlessUnderWay(() => changePost(call, before, changes))
  const digest = after === null ? post.digest : digestOf(after)
  await recordOccurrence(call, row.id, { ...post, ...turn, digest })
  return after === null ? 'left' : 'updated'
}

function differences(before: PostRow, row: RecurrenceRow, turn: Turn): PostChangesBody {
  const is: Record<string, unknown> = toPostRequest(before)
  const wanted = Object.entries(requestOfTurn(row, turn))
  return Object.fromEntries(
    wanted.filter(([name, value]) => textOf(value) !== textOf(is[name])),
  ) as PostChangesBody
}

function textOf(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value ?? null)) as Json)
}
