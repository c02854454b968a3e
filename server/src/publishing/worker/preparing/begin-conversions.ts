import { accountOf } from '../../../accounts/account-of.ts'
import { mediaLimitsFor, mostConvertedMs } from '../../../connectors/connector.ts'
import { planFit } from '../../../connectors/index.ts'
import { connectorOf } from '../../../connectors/of-platform.ts'
import type { Context } from '../../../context.ts'
import { type Sql, sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { beginRendition } from '../../../media/renditions/begin-rendition.ts'
import { loadDraft, type StoredContent } from '../../load-draft.ts'

/** As long as a conversion may take of a processor. A machine that converts several at once may still need longer. */
const leadMs = mostConvertedMs
/** Targets with media that are looked at in one turn. Where more are due, conversions begin later, as those before them go out. */
const mostLookedAt = 5_000
/** Targets that may wait for conversions at once, and those of one workspace, so that none has all the places. */
const mostWaiting = 200
const mostWaitingEach = 20

/** A scheduled target with a video or a moving picture. */
interface Due {
  workspace_id: string
  id: string
  content_version: number
}

/** The contents of targets of which nothing is left to convert, by their ids. */
const doneBefore = new WeakMap<Context, Map<string, number>>()

/**
 * Has the videos of scheduled posts converted before their targets are prepared, which is only a minute before they are due: those
 * that are due first, and of each workspace a share. It asks again each minute for those that are not ready, so that the conversion
 * of a post that was canceled or changed ends.
 */
export async function beginConversions(context: Context): Promise<void> {
  const before = doneBefore.get(context) ?? new Map<string, number>()
  const done = new Map<string, number>()
  const shares = new Map<string, number>()
  let waiting = 0
  for (const due of await context.db.rows<Due>(dueTargets())) {
    const { id, content_version, workspace_id } = due
    if (before.get(id) === content_version) {
      done.set(id, content_version)
      continue
    }
    const share = shares.get(workspace_id) ?? 0
    if (waiting >= mostWaiting || share >= mostWaitingEach) continue
    const isWaiting = await beginFor(context, due).catch((error: unknown) => {
      context.log.warn(
        { err: error, target: id },
        'the conversion of the videos of a post could not be started',
      )
      return true
    })
    if (!isWaiting) done.set(id, content_version)
    else {
      shares.set(workspace_id, share + 1)
      waiting += 1
    }
  }
  doneBefore.set(context, done)
}

/**
 * The time of the transaction is stable, so it bounds the index, and the bound on rows keeps a full calendar from being read each
 * minute.
 */
export function dueTargets(): Sql {
  return sql`
    select t.workspace_id, t.id, t.content_version
    from (
      select * from targets
      where state = 'scheduled' and content -> 'media' <> '[]'::jsonb
        and next_action_at < now() + ${leadMs} * interval '1 millisecond'
      order by next_action_at limit ${mostLookedAt}
    ) t
    where exists (
      select from jsonb_array_elements(t.content -> 'media') item
        join media m on m.workspace_id = t.workspace_id and m.id = (item ->> 'id')::uuid
      where m.kind in ('video', 'gif'))
    order by t.next_action_at`
}

interface WantedVideoRow {
  platform: string
  account_id: string
  external_id: string
  username: string
  settings: JsonObject
  content: StoredContent
  next_action_at: Date
}

/** Answers whether a conversion is still to be made. */
async function beginFor(context: Context, { workspace_id: workspaceId, id }: Due): Promise<boolean> {
  const row = await context.db.row<WantedVideoRow>(sql`
    select t.platform, t.account_id, t.content, t.next_action_at, a.external_id, a.username, a.settings
    from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.workspace_id = ${workspaceId} and t.id = ${id} and t.state = 'scheduled'`)
  const connector = row && connectorOf(context, row.platform)
  if (!connector || row.content.may_fit_media === false) return false
  const limits = connector.limits(accountOf({ ...row, id: row.account_id }))
  const { media, options } = await loadDraft(context.db, workspaceId, row.content)
  let isWaiting = false
  for (const medium of media) {
    const fitting = planFit(medium, mediaLimitsFor(limits, options).kinds)
    if (fitting.outcome !== 'made') continue
    const request = { workspaceId, mediumId: medium.id, plan: fitting.plan, dueAt: row.next_action_at }
    isWaiting = (await beginRendition(context, request)) || isWaiting
  }
  return isWaiting
}
