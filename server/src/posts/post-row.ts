import type { Crop } from '../connectors/connector.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { Json, JsonObject } from '../lib/json/json.ts'
import { type Notice, notFound } from '../lib/problem.ts'
import { etagOf } from '../lib/requests/etag.ts'
import { urlOfMedia } from '../media/public-url.ts'
import { postStatus } from '../publishing/post-status.ts'
import type { LatePolicy } from '../publishing/target.ts'
import { type ApprovalRow, approvalColumns, approvalOf } from './approval/approval.ts'
import type { NewPostBody } from './post-body.ts'
import type { Post, PostStatus } from './post-schema.ts'

/** A post as it is selected with `postColumns`. */
export interface PostRow extends ApprovalRow {
  id: string
  caption: string
  media: StoredMedia[]
  account_ids: string[]
  is_draft: boolean
  scheduled_at: Date | null
  late_policy: LatePolicy
  /** Whether media may be changed to fit the limits of a network. */
  processing_enabled: boolean
  platform_configurations: JsonObject | null
  account_configurations: Json
  external_id: string | null
  metadata: Record<string, string>
  tags: string[]
  /** The slot that gave it its time. */
  queue_slot_id: string | null
  queue_slot_at: Date | null
  /** The recurrence that made it. */
  recurrence_id: string | null
  warnings: Notice[]
  version: number
  status: PostStatus
  created_at: Date
  /** `created_at` as the database wrote it. */
  at: string
  updated_at: Date
}

/** A medium as `posts.media` keeps it: `alt_text` and `focus` are null unless given with the post. */
export interface StoredMedia {
  id: string
  media_id: string
  public_name: string
  alt_text: string | null
  focus: { x: number; y: number } | null
  /** Left out unless given. */
  crop?: Crop
}

/** A post as the API shows it, with the ETag of this version. */
export interface ShownPost {
  post: Post
  /** With its quotes. */
  etag: string
}

/** For `select ${postColumns} from posts p`. */
const postColumns = sql`
  p.id, p.caption, p.media, p.account_ids, p.is_draft, p.scheduled_at, p.late_policy,
  p.processing_enabled, p.platform_configurations, p.account_configurations, p.external_id, p.metadata, p.tags, p.queue_slot_id, p.queue_slot_at, p.recurrence_id, p.warnings, p.version, p.created_at,
  p.created_at::text as at, p.updated_at, ${approvalColumns}, ${postStatus('p')} as status`

/** The workspace and mode in which a post is looked for. */
type PostPlace = Pick<CallContext, 'db' | 'workspaceId' | 'mode'>

/** @throws Problem 404 */
export async function loadPost(call: PostPlace, id: string): Promise<PostRow> {
  const row = await call.db.row<PostRow>(sql`
    select ${postColumns} from posts p
    where p.workspace_id = ${call.workspaceId} and p.mode = ${call.mode} and p.id = ${id} and p.deleted_at is null`)
  if (!row) throw notFound('post')
  return row
}

/** Locks a post until this transaction ends, then reads it. @throws Problem 404 */
export async function lockPost(call: PostPlace, id: string): Promise<PostRow> {
  await call.db.run(sql`
    select from posts where workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id}
    for no key update`)
  return loadPost(call, id)
}

/** The columns of a post that a request for it fills. */
export type RequestedColumns = Pick<
  PostRow,
  | 'caption'
  | 'media'
  | 'account_ids'
  | 'scheduled_at'
  | 'is_draft'
  | 'platform_configurations'
  | 'account_configurations'
  | 'external_id'
  | 'metadata'
  | 'tags'
  | 'late_policy'
  | 'processing_enabled'
>

/** The request that would make a post as it is. */
export function toPostRequest(row: RequestedColumns) {
  return {
    caption: row.caption,
    media: row.media.map(({ media_id, alt_text, focus, crop }) => ({
      ...{ media_id, alt_text, focus },
      ...(crop ? { crop } : {}),
    })),
    social_accounts: row.account_ids,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    is_draft: row.is_draft,
    platform_configurations: row.platform_configurations,
    account_configurations: row.account_configurations,
    external_id: row.external_id,
    metadata: row.metadata,
    tags: row.tags,
    late_policy: row.late_policy,
    processing_enabled: row.processing_enabled,
  } satisfies NewPostBody
}

export function showPost(row: PostRow, mediaBase: string): ShownPost {
  return { post: toPost(row, mediaBase), etag: etagOf(row.id, row.version, row.status) }
}

function toPost(row: PostRow, mediaBase: string): Post {
  return {
    id: row.id,
    status: row.status,
    caption: row.caption,
    media: row.media.map((medium) => urlOfMedia(mediaBase, medium.public_name)),
    social_accounts: row.account_ids,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    is_draft: row.is_draft,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    media_ids: row.media.map((medium) => medium.media_id),
    platform_configurations: row.platform_configurations,
    account_configurations: row.account_configurations,
    external_id: row.external_id,
    metadata: row.metadata,
    tags: row.tags,
    late_policy: row.late_policy,
    processing_enabled: row.processing_enabled,
    queue: showPlace(row),
    recurrence_id: row.recurrence_id,
    warnings: row.warnings,
    approval: approvalOf(row),
  }
}

function showPlace({ queue_slot_id: id, queue_slot_at: at }: PostRow): Post['queue'] {
  return id === null || at === null ? null : { slot_id: id, slot_at: at.toISOString() }
}
