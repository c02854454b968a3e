import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { readComing, removePosts } from './coming-posts.ts'
import { readClock } from './read-clock.ts'
import { recordDeleted } from './record-recurrence-event.ts'
import { loadRecurrence, lockRecurrence, showRecurrence } from './recurrence-row.ts'
import type { Replanned } from './recurrence-schema.ts'
import { requireMayChange } from './require-may-change.ts'

/** A recurrence that is gone, and what became of its posts. */
export interface DeletedRecurrence {
  id: string
  deleted: true
  success: true
  posts: Replanned
}

/**
 * Deletes a recurrence with its posts to come, but for those that somebody has changed or that are going out. `keepPosts`
 * leaves all of them. @throws Problem 403 `scope_missing`; 404
 */
export async function deleteRecurrence(
  call: CallContext,
  id: string,
  { keepPosts }: { keepPosts: boolean },
): Promise<DeletedRecurrence> {
  const row = await lockRecurrence(call, id)
  requireMayChange(call, row)
  const before = showRecurrence(await loadRecurrence(call, id))
  const { now } = await readClock(call)
  const coming = await readComing(call, id, now)
  const waiting = coming.filter(({ isThere }) => isThere)
  const removed = keepPosts
    ? 0
    : (
        await removePosts(
          call,
          waiting.filter(({ isFree }) => isFree),
        )
      ).length
  await call.db.run(sql`
    delete from recurrence_occurrences where workspace_id = ${call.workspaceId} and recurrence_id = ${id}`)
  await call.db.run(sql`delete from recurrences where workspace_id = ${call.workspaceId} and id = ${id}`)
  await recordDeleted(call, before)
  const posts = { added: 0, updated: 0, removed, left: waiting.length - removed }
  return { id, deleted: true, success: true, posts }
}
