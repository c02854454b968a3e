import { accountOf } from '../../accounts/account-of.ts'
import { mediaLimitsFor, mostConvertedMs } from '../../connectors/connector.ts'
import { planFit } from '../../connectors/index.ts'
import { connectorOf } from '../../connectors/of-platform.ts'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { beginRendition } from '../../media/renditions/begin-rendition.ts'
import { isInState, isNotInState, restingStates } from '../../targets/state-sql.ts'
import { loadDraft, type StoredContent } from '../load-draft.ts'

/** As long as a conversion may take of a processor. A machine that converts several at once may still need longer. */
const leadMs = mostConvertedMs
/** Targets that are looked at in one turn. Where more are due, conversions begin later, as those before them go out. */
const mostLookedAt = 5_000
const batch = 200

interface WantedVideoRow {
  workspace_id: string
  id: string
  platform: string
  account_id: string
  external_id: string
  username: string
  settings: JsonObject
  content: StoredContent
}

/**
 * Has the videos of scheduled posts converted before their targets are prepared, which is only a minute before they are due.
 * It asks again each minute for those that are not ready, so that the conversion of a post that was canceled or changed ends.
 */
export async function beginConversions(context: Context): Promise<void> {
  // The time of the transaction is stable, so it bounds the index; the bound on rows keeps a full calendar from being read each minute.
  const rows = await context.db.rows<WantedVideoRow>(sql`
    select t.workspace_id, t.id, t.platform, t.account_id, t.content, a.external_id, a.username, a.settings
    from (
      select * from targets t
      where ${isNotInState('t', restingStates)} and ${isInState('t', ['scheduled'])}
        and t.next_action_at < now() + ${leadMs} * interval '1 millisecond'
      order by t.next_action_at limit ${mostLookedAt}
    ) t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.content -> 'media' <> '[]'::jsonb and exists (
      select from jsonb_array_elements(t.content -> 'media') item
        join media m on m.workspace_id = t.workspace_id and m.id = (item ->> 'id')::uuid
      where m.kind in ('video', 'gif'))
    order by t.next_action_at limit ${batch}`)
  for (const row of rows) {
    await beginFor(context, row).catch((error: unknown) =>
      context.log.warn({ err: error, target: row.id }, 'the videos of a post were not begun to be converted'),
    )
  }
}

async function beginFor(context: Context, row: WantedVideoRow): Promise<void> {
  const { workspace_id: workspaceId, content } = row
  const connector = connectorOf(context, row.platform)
  if (!connector || content.may_fit_media === false) return
  const limits = connector.limits(accountOf({ ...row, id: row.account_id }))
  const { media, options } = await loadDraft(context.db, workspaceId, content)
  for (const medium of media) {
    const fitting = planFit(medium, mediaLimitsFor(limits, options).kinds)
    if (fitting.outcome === 'made') await beginRendition(context, workspaceId, medium.id, fitting.plan)
  }
}
