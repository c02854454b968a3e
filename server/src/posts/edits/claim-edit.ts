import type { AccountFacts } from '../../accounts/account-of.ts'
import type { Edit } from '../../connectors/connector.ts'
import type { Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Json, JsonObject } from '../../lib/json/json.ts'
import type { EditKey } from './enqueue-edit.ts'

/** A worker whose claim is older than this counts as dead. */
const leaseMs = 90_000

/** The right to make an edit at its network, until its lease ends. */
export interface EditClaim extends EditKey {
  readonly mode: Mode
  readonly rootId: string
  readonly position: number
  readonly postId: string
  readonly accountId: string
  readonly platform: string
  readonly account: AccountFacts
  readonly edit: Edit
  readonly fence: number
  /** How often the network was asked before. */
  readonly tries: number
}

interface EditRow {
  mode: Mode
  root_id: string
  position: number
  post_id: string
  account_id: string
  platform: string
  account: AccountFacts
  part: Edit['part']
  text: string
  options: JsonObject
  published_options: JsonObject
  remote_id: string
  remote_url: string
  remote_reference: Json
  fence: number
  tries: number
}

/** Claims an edit that is due. Null where another worker has it, it is settled, or a guard is up. */
export async function claimEdit(db: Queryable, { workspaceId, id }: EditKey): Promise<EditClaim | null> {
  const row = await db.row<EditRow>(sql`
    update result_edits e set fence = e.fence + 1, updated_at = clock_timestamp(),
      next_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where e.workspace_id = ${workspaceId} and e.id = ${id} and e.status = 'pending'
      and e.next_at <= clock_timestamp() and not exists (select from guards)
      and t.workspace_id = e.workspace_id and t.id = e.target_id
    returning t.mode, e.root_id, t.position, e.post_id, t.account_id, t.platform, t.part, e.text, e.options,
      t.content -> 'options' as published_options, t.remote_id, t.remote_url, t.remote_reference, e.fence, e.tries,
      jsonb_build_object('id', a.id, 'external_id', a.external_id, 'username', a.username, 'settings', a.settings) as account`)
  return row && toClaim({ workspaceId, id }, row)
}

function toClaim(key: EditKey, row: EditRow): EditClaim {
  const { remote_id: remoteId, remote_url: url, remote_reference: reference } = row
  return {
    ...key,
    mode: row.mode,
    rootId: row.root_id,
    position: row.position,
    postId: row.post_id,
    accountId: row.account_id,
    platform: row.platform,
    account: row.account,
    edit: {
      post: { remoteId, url, reference },
      part: row.part,
      options: row.published_options,
      text: row.text,
      changes: row.options,
    },
    fence: row.fence,
    tries: row.tries,
  }
}

/** When an edit is due. */
export const mayHaveDueEdits = sql`exists (
  select from result_edits where status = 'pending' and next_at <= clock_timestamp())`

/** Edits that are due, such as those of a worker that died. */
export async function listDueEdits(db: Queryable): Promise<EditKey[]> {
  const rows = await db.rows<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from result_edits
    where status = 'pending' and next_at <= clock_timestamp() and not exists (select from guards)
    order by next_at limit 100`)
  return rows.map(({ workspace_id: workspaceId, id }) => ({ workspaceId, id }))
}
