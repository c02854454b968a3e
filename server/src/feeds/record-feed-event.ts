import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { insertEvents, recordEvent } from '../webhooks/record-event.ts'
import type { StoredNote } from './feed-fault.ts'
import type { FeedRow } from './feed-row.ts'

type Subject = Pick<FeedRow, 'workspace_id' | 'mode' | 'id' | 'status'>
type Shown = Pick<FeedRow, 'status' | 'url' | 'title' | 'problem'>

/**
 * Records which status a feed has now, in the transaction of the change, if it is another than `before`. The feed is locked
 * since `before` was read.
 */
export async function recordStatus(tx: Queryable, before: Subject): Promise<void> {
  const now = await readShown(tx, before)
  if (now === null || now.status === before.status) return
  const { status, url, title, problem } = now
  const data = { id: before.id, previous_status: before.status, url, title, problem }
  const { workspace_id: workspaceId, mode, id: subjectId } = before
  const subject = { workspaceId, mode, subjectId }
  if (status === 'active')
    await recordEvent(tx, { ...subject, type: 'feed.active', data: { ...data, status } })
  else if (status === 'paused')
    await recordEvent(tx, { ...subject, type: 'feed.paused', data: { ...data, status } })
  else if (status === 'failing')
    await recordEvent(tx, { ...subject, type: 'feed.failing', data: { ...data, status } })
  else await recordEvent(tx, { ...subject, type: 'feed.stopped', data: { ...data, status } })
}

/** Records that new items of a feed wait for a person, in the transaction that stores them. */
export async function recordWaiting(tx: Queryable, feed: Subject, items: number): Promise<void> {
  const now = items === 0 ? null : await readShown(tx, feed)
  if (now === null) return
  const { status, url, title } = now
  await recordEvent(tx, {
    workspaceId: feed.workspace_id,
    mode: feed.mode,
    type: 'feed.items_waiting',
    subjectId: feed.id,
    data: { id: feed.id, status, url, title, items },
  })
}

function readShown(tx: Queryable, { workspace_id, id }: Subject): Promise<Shown | null> {
  return tx.row<Shown>(sql`
    select status, url, title, problem from feeds where workspace_id = ${workspace_id} and id = ${id}`)
}

/** Lets an item that is due fail, with the event that says so: once, whoever else tries it. */
export async function failItem(
  db: Queryable,
  { feed, id }: { readonly feed: Subject; readonly id: string },
  notes: readonly StoredNote[],
): Promise<void> {
  await db.run(sql`
    with failed as (
      update feed_items set outcome = 'failed', next_try_at = null, notes = ${JSON.stringify(notes)}::jsonb
      where workspace_id = ${feed.workspace_id} and id = ${id} and outcome = 'due'
      returning workspace_id, id, feed_id, title, link, notes
    )
    ${insertEvents(sql`
      select workspace_id, ${newId()}::uuid as id, ${feed.mode}::text as mode, 'feed_item.failed'::text as type,
        id as subject_id, null::bigint as version,
        jsonb_build_object('id', id, 'feed_id', feed_id, 'title', title, 'link', link, 'notes', notes) as data
      from failed`)}`)
}
