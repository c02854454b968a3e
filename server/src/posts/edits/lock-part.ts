import type { AccountFacts } from '../../accounts/account-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { Json } from '../../lib/json/json.ts'
import { invalid, notFound } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { StoredContent } from '../../publishing/load-draft.ts'
import type { State } from '../../targets/states.ts'
import { lockPost } from '../post-row.ts'

/** A part of a result as an edit needs it. */
export interface FoundPart {
  readonly id: string
  readonly platform: string
  readonly part: 'post' | 'thread' | 'first_comment'
  readonly position: number
  readonly state: State
  readonly content: StoredContent
  readonly remote_id: string | null
  readonly remote_url: string | null
  readonly remote_reference: Json
  readonly account: AccountFacts
  readonly account_status: string
  readonly is_disconnected: boolean
}

/**
 * The part, under the lock of its post: a deletion or another edit of it waits until this one is stored.
 * @throws Problem 404; 422 `part_not_found`
 */
export async function lockPart(
  call: CallContext,
  id: string,
  position: number,
): Promise<{ postId: string; found: FoundPart }> {
  const { db, workspaceId, mode } = call
  const root = await db.row<{ post_id: string }>(sql`
    select t.post_id from targets t
      join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id and p.deleted_at is null
    where t.workspace_id = ${workspaceId} and t.mode = ${mode} and t.id = ${id} and t.part = 'post'`)
  if (!root) throw notFound('post result')
  const postId = root.post_id
  await lockPost(call, postId)
  const found = await db.row<FoundPart>(sql`
    select t.id, t.platform, t.part, t.position, t.state, t.content, t.remote_id, t.remote_url, t.remote_reference,
      a.status as account_status, a.disconnected_at is not null as is_disconnected,
      jsonb_build_object('id', a.id, 'external_id', a.external_id, 'username', a.username, 'settings', a.settings) as account
    from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.workspace_id = ${workspaceId} and t.post_id = ${postId} and t.root_id = ${id} and t.position = ${position}`)
  if (!found) {
    const detail = sentence('This result has no part {position}.', { position })
    throw invalid([{ pointer: '/part', code: 'part_not_found', detail }])
  }
  return { postId, found }
}
