import type { CallContext, Mode } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { notFound } from '../lib/problem.ts'
import type { StoredNote } from './feed-fault.ts'
import type { Feed, FeedAction, FeedStatus, ItemOutcome, ShownItem } from './feed-schema.ts'

/** A feed as the database has it. */
export interface FeedRow {
  readonly workspace_id: string
  readonly id: string
  readonly mode: Mode
  readonly user_id: string
  readonly key_id: string | null
  readonly url: string
  readonly title: string
  readonly site_url: string | null
  readonly account_ids: readonly string[]
  readonly action: FeedAction
  readonly caption: string
  readonly platform_configurations: JsonObject | null
  readonly with_picture: boolean
  readonly tags: readonly string[]
  readonly most_per_day: number
  readonly status: FeedStatus
  readonly problem: StoredNote | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly looked_at: Date | null
  readonly read_at: Date | null
  readonly failing_since: Date | null
  readonly failures: number
  readonly next_look_at: Date | null
  readonly fence: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** The columns of FeedRow, of the table `f`. */
export const feedColumns = sql`
  f.workspace_id, f.id, f.mode, f.user_id, f.key_id, f.url, f.title, f.site_url, f.account_ids, f.action, f.caption,
  f.platform_configurations, f.with_picture, f.tags, f.most_per_day, f.status, f.problem, f.etag, f.last_modified,
  f.looked_at, f.read_at, f.failing_since, f.failures, f.next_look_at, f.fence::int8 as fence, f.created_at, f.updated_at`

/** An item as lists show it. */
export interface ItemRow {
  readonly id: string
  readonly feed_id: string
  readonly title: string
  readonly link: string | null
  readonly published_at: Date | string | null
  readonly outcome: ItemOutcome
  readonly post_id: string | null
  readonly notes: readonly StoredNote[]
  readonly found_at: Date | string
}

/** The columns of ItemRow, of the table `i`. */
export const itemColumns = sql`
  i.id, i.feed_id, i.title, i.link, i.published_at, i.outcome, i.post_id, i.notes, i.found_at`

/** A feed with what is shown beside it. */
export interface ShownRow extends FeedRow {
  readonly waiting: number
  readonly last_item: ItemRow | null
}

/** The columns that are shown beside the row of a feed `f`. */
export const shownBeside = sql`
  (select count(*)::int from feed_items i where i.workspace_id = f.workspace_id and i.feed_id = f.id
    and i.outcome in ('waiting', 'failed')) as waiting,
  (select to_jsonb(l) from (select ${itemColumns} from feed_items i
    where i.workspace_id = f.workspace_id and i.feed_id = f.id order by i.found_at desc, i.id desc limit 1) l) as last_item`

type Place = Pick<CallContext, 'db' | 'workspaceId' | 'mode'>

/** Finds a feed of this workspace and mode. @throws Problem 404 */
export async function findFeed({ db, workspaceId, mode }: Place, id: string, lock: Sql): Promise<FeedRow> {
  const row = await db.row<FeedRow>(sql`
    select ${feedColumns} from feeds f
    where f.workspace_id = ${workspaceId} and f.mode = ${mode} and f.id = ${id} ${lock}`)
  if (!row) throw notFound('feed')
  return row
}

/** A feed as the API shows it. @throws Problem 404 */
export async function showFeed({ db, workspaceId, mode }: Place, id: string): Promise<Feed> {
  const row = await db.row<ShownRow>(sql`
    select ${feedColumns}, ${shownBeside} from feeds f
    where f.workspace_id = ${workspaceId} and f.mode = ${mode} and f.id = ${id}`)
  if (!row) throw notFound('feed')
  return toFeed(row)
}

export function toFeed(row: ShownRow): Feed {
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    site_url: row.site_url,
    status: row.status,
    problem: row.problem,
    social_accounts: [...row.account_ids],
    action: row.action,
    caption: row.caption,
    platform_configurations: row.platform_configurations,
    with_picture: row.with_picture,
    tags: [...row.tags],
    max_per_day: row.most_per_day,
    waiting: row.waiting,
    last_item: row.last_item && toItem(row.last_item),
    last_look_at: row.looked_at?.toISOString() ?? null,
    next_look_at: row.next_look_at?.toISOString() ?? null,
    created_by: row.user_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** An item as the API shows it; times within JSON of the database are texts. */
export function toItem(row: ItemRow): ShownItem {
  return {
    id: row.id,
    feed_id: row.feed_id,
    title: row.title,
    link: row.link,
    published_at: row.published_at === null ? null : new Date(row.published_at).toISOString(),
    outcome: row.outcome,
    post_id: row.post_id,
    notes: [...row.notes],
    found_at: new Date(row.found_at).toISOString(),
  }
}
