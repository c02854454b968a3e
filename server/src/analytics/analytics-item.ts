import Type, { type Static } from 'typebox'
import { accountOf } from '../accounts/account-of.ts'
import { connectorOf, powerOf } from '../connectors/of-platform.ts'
import { raw, type Sql, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { mediaBaseOf, urlOfMedia } from '../media/public-url.ts'
import { lacksId } from './collecting/posts-to-measure.ts'
import { type Figures, figureNames } from './figure-columns.ts'
import { hasFiguresOff, type MeasureSettings } from './find-measure-power.ts'

const closed = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const count = nullable(Type.Integer({ minimum: 0 }))

/** Figures as the API names them. Null: the network does not report this figure. */
export const countSchemas = {
  view_count: count,
  reach_count: count,
  like_count: count,
  comment_count: count,
  share_count: count,
  save_count: count,
  click_count: count,
}

/** The figures of one post on one account. */
export const AnalyticsSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Equal to `post_result_id`.' }),
    post_result_id: id,
    post_id: id,
    social_account_id: id,
    platform: Type.String(),
    platform_post_id: Type.String(),
    ...countSchemas,
    unavailable_reason: nullable(
      Type.String({ description: 'Why there are no figures, or no newer ones, in a sentence.' }),
    ),
    share_url: nullable(Type.String()),
    cover_image_url: nullable(Type.String({ description: 'The first picture of the post.' })),
    video_description: nullable(Type.String({ description: 'The text of the post on this account.' })),
    duration: nullable(
      Type.Integer({ minimum: 0, description: 'The length of its first video, in seconds.' }),
    ),
    platform_created_at: nullable(time),
    last_synced_at: nullable(
      Type.String({ format: 'date-time', description: 'When the network told them; null: not yet.' }),
    ),
    match_confidence: nullable(
      Type.String({ description: '`exact`: the network itself gave Crier the id of the post.' }),
    ),
  },
  { title: 'Analytics', ...closed },
)
export type Analytics = Static<typeof AnalyticsSchema>

export interface AnalyticsRow extends Figures {
  id: string
  /** When it became public, as the database wrote it. */
  at: string
  post_id: string
  account_id: string
  platform: string
  remote_id: string
  remote_url: string | null
  published_at: Date | null
  text: string | null
  measured_at: Date | null
  is_gone: boolean
  lacks_id: boolean
  account: { id: string; external_id: string; username: string; settings: JsonObject }
  account_status: string
  is_disconnected: boolean
  reason: string | null
  picture: string | null
  duration_ms: number | null
}

/** For `select ${analyticsColumns} from ${analyticsRows}`. */
export const analyticsColumns: Sql = sql`
  f.post_result_id as id, f.at::text as at, r.post_id, f.account_id, f.platform, r.remote_id, r.remote_url, r.published_at,
  r.content ->> 'text' as text, f.measured_at, f.misses > 1 as is_gone, ${lacksId} as lacks_id,
  jsonb_build_object('id', a.id, 'external_id', a.external_id, 'username', a.username, 'settings', a.settings) as account,
  a.status as account_status, a.disconnected_at is not null as is_disconnected, t.reason,
  ${raw(figureNames.map((name) => `f.${name}`).join(', '))}, ${ofMedia('public_name', 'image')} as picture,
  ${ofMedia('duration_ms', 'video')} as duration_ms`

/** Public posts that are there. */
export const analyticsRows: Sql = sql`result_figures f
  join targets r on r.workspace_id = f.workspace_id and r.id = f.post_result_id
  join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id and p.deleted_at is null
  join social_accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id
  left join figure_turns t on t.workspace_id = f.workspace_id and t.account_id = f.account_id`

/** A column of the first medium of a kind that the post of the result `r` has. */
function ofMedia(column: 'public_name' | 'duration_ms', kind: 'image' | 'video'): Sql {
  return sql`(select m.${raw(column)} from jsonb_array_elements(p.media) with ordinality e(medium, place)
    join media m on m.workspace_id = p.workspace_id and m.id = (e.medium ->> 'id')::uuid and m.kind = ${kind}
    order by e.place limit 1)`
}

export function toAnalytics(context: MeasureSettings, row: AnalyticsRow): Analytics {
  return {
    id: row.id,
    post_result_id: row.id,
    post_id: row.post_id,
    social_account_id: row.account_id,
    platform: row.platform,
    platform_post_id: row.remote_id,
    ...showCounts(row),
    unavailable_reason: unavailableReason(context, row),
    share_url: row.remote_url,
    cover_image_url: row.picture && urlOfMedia(mediaBaseOf(context.config), row.picture),
    video_description: row.text,
    duration: row.duration_ms === null ? null : Math.round(row.duration_ms / 1_000),
    platform_created_at: row.published_at?.toISOString() ?? null,
    last_synced_at: row.measured_at?.toISOString() ?? null,
    match_confidence: row.lacks_id ? null : 'exact',
  }
}

export function showCounts({ views, reach, likes, comments, shares, saves, clicks }: Figures) {
  return {
    view_count: views,
    reach_count: reach,
    like_count: likes,
    comment_count: comments,
    share_count: shares,
    save_count: saves,
    click_count: clicks,
  }
}

function unavailableReason(context: MeasureSettings, row: AnalyticsRow): string | null {
  const connector = connectorOf(context, row.platform)
  const power = powerOf(connector, 'measure')
  const name = connector?.name ?? row.platform
  if (!power) return `Not told by ${name}.`
  if (hasFiguresOff(context, row.platform)) return `The operator of this server does not have ${name} asked.`
  if (row.lacks_id) return `The id that ${name} gave this post is not known.`
  if (row.is_gone) return `${name} no longer has this post.`
  if (row.is_disconnected || row.account_status !== 'active')
    return `Connect the account again: ${name} shows figures to connected accounts only.`
  return power.refusal(accountOf(row.account))?.toString() ?? row.reason
}
