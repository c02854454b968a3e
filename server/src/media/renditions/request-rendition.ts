import { createHash } from 'node:crypto'
import type { FitPlan } from '../../connectors/connector.ts'
import type { Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { type RenditionRow, renditionColumns } from './rendition-rows.ts'

/** How long a failure is believed; the cause may have been the server. */
const failureMs = 5 * 60_000

/** A medium, and how it is to be changed. */
export interface RenditionRequest {
  readonly workspaceId: string
  readonly mediumId: string
  readonly plan: FitPlan
  /** When the post is due that needs it; null for a picture, which is made while it waits. */
  readonly dueAt: Date | null
}

/**
 * The rendition of a medium by a plan, and whether it is new; null where there is no such medium. Media of the same content
 * in one workspace and mode share it.
 */
export async function requestRendition(
  db: Queryable,
  request: RenditionRequest,
): Promise<(RenditionRow & { is_new: boolean }) | null> {
  const hash = await hashOf(db, request)
  if (hash === null) return null
  const { workspaceId, mediumId, dueAt } = request
  const found = await db.row<RenditionRow>(sql`
    update media_renditions set used_at = clock_timestamp(), due_at = least(due_at, ${dueAt})
    where workspace_id = ${workspaceId} and content_hash = ${hash}
      and (state <> 'failed' or updated_at > clock_timestamp() - ${failureMs} * interval '1 millisecond')
      and exists (
        select from media_rendition_uses u
        where u.workspace_id = ${workspaceId} and u.medium_id = ${mediumId} and u.rendition_id = media_renditions.id)
    returning ${renditionColumns}`)
  if (found) return { ...found, is_new: false }
  const isOldFailure = sql`media_renditions.state = 'failed'
    and media_renditions.updated_at <= clock_timestamp() - ${failureMs} * interval '1 millisecond'`
  return begin<RenditionRow & { is_new: boolean }>(db, request, hash, {
    changes: sql`used_at = clock_timestamp(), due_at = least(media_renditions.due_at, excluded.due_at),
      state = case when ${isOldFailure} then 'waiting' else media_renditions.state end,
      tries = case when ${isOldFailure} then 0 else media_renditions.tries end,
      updated_at = case when ${isOldFailure} then clock_timestamp() else media_renditions.updated_at end`,
    returned: sql`${renditionColumns}, state = 'waiting' as is_new`,
  })
}

/**
 * Begins the rendition of a medium by a plan unless it was begun before, and notes that it is wanted. A failed one is left to
 * who needs it now. Null where there is no such medium.
 */
export async function wantRendition(
  db: Queryable,
  request: RenditionRequest,
): Promise<WantedRendition | null> {
  const hash = await hashOf(db, request)
  if (hash === null) return null
  return begin<WantedRendition>(db, request, hash, {
    changes: sql`used_at = clock_timestamp(), due_at = least(media_renditions.due_at, excluded.due_at)`,
    returned: sql`id, state, xmax = 0 as is_new`,
  })
}

/** A rendition that was begun some time before it is needed. */
type WantedRendition = Pick<RenditionRow, 'id' | 'state'> & { readonly is_new: boolean }

/**
 * Inserts the rendition, or changes the one that is there, and notes that the medium uses it. The medium is locked before the
 * rendition, as a deletion of the medium does it, so that neither waits for the other in a circle.
 */
function begin<Row extends { id: string }>(
  db: Queryable,
  { workspaceId, mediumId, plan, dueAt }: RenditionRequest,
  hash: string,
  { changes, returned }: Record<'changes' | 'returned', ReturnType<typeof sql>>,
): Promise<Row | null> {
  return db.row<Row>(sql`
    with medium as (
      select workspace_id, id from media
      where workspace_id = ${workspaceId} and id = ${mediumId} and state = 'ready' for key share
    ), rendition as (
      insert into media_renditions (workspace_id, id, medium_id, content_hash, plan_hash, plan, due_at)
      select workspace_id, ${newId()}, id, ${hash}, ${hash}, ${JSON.stringify(plan)}::jsonb, ${dueAt} from medium
      on conflict (workspace_id, content_hash) do update set ${changes}
      returning ${returned}
    ), used as (
      insert into media_rendition_uses (workspace_id, medium_id, rendition_id)
      select ${workspaceId}, ${mediumId}, id from rendition
      on conflict do nothing
    )
    select * from rendition`)
}

/** Grows with every change of the code that makes other files of equal plans. */
const edition = 2

/** The name of what a plan makes of the content of a medium, in the mode of the medium. */
async function hashOf(
  db: Queryable,
  { workspaceId, mediumId, plan }: Omit<RenditionRequest, 'dueAt'>,
): Promise<string | null> {
  const medium = await db.row<{ mode: Mode; mime_type: string; sha256: Buffer }>(sql`
    select mode, mime_type, sha256 from media
    where workspace_id = ${workspaceId} and id = ${mediumId} and state = 'ready'`)
  if (!medium) return null
  return createHash('sha256')
    .update(`${edition} ${medium.mode} ${medium.mime_type} `)
    .update(medium.sha256)
    .update(JSON.stringify(canonical(plan)))
    .digest('hex')
}

// Members in one order, however the plan was written down.
function canonical(plan: FitPlan): unknown {
  const { mimeType, crop, size, pad, maxBytes, video, remux, frameAtMs } = plan
  return [
    mimeType,
    crop && [crop.x, crop.y, crop.width, crop.height],
    size && [size.width, size.height],
    pad && [pad.width, pad.height],
    maxBytes,
    video && [
      video.codec,
      video.audioCodec,
      video.maxFrameRate,
      video.maxBitRate,
      video.maxAudioChannels,
      video.maxSampleRate,
    ],
    remux,
    frameAtMs,
  ]
}
