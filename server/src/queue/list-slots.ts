import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { type QueueSlot, type SlotRow, slotColumns, toQueueSlot } from './slot.ts'

/** The slots of the queue, newest first; all of them unless a limit is given. @throws Problem 422 */
export async function listSlots(
  call: CallContext,
  query: PageQuery & { social_account_id?: string[] },
  url: URL,
): Promise<PageBody<QueueSlot>> {
  const { db, workspaceId, mode, context } = call
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `${workspaceId} ${mode} queue slots`,
    allWithoutLimit: true,
    isShort: true,
  })
  const accounts = query.social_account_id ?? null
  const matching = sql`workspace_id = ${workspaceId} and mode = ${mode}
    and (${accounts}::uuid[] is null or account_id = any(${accounts}::uuid[]))`
  const rows = await db.rows<SlotRow & { at: string }>(sql`
    select ${slotColumns}, created_at::text as at from queue_slots
    where ${matching} and (${page.after?.at ?? null}::timestamptz is null
      or (created_at, id) < (${page.after?.at ?? null}::timestamptz, ${page.after?.id ?? null}::uuid))
    order by created_at desc, id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*)::int as total from queue_slots where ${matching}`)
    : null
  return page.answer(rows, counted?.total ?? null, toQueueSlot)
}
