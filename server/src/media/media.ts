import type { Crop, MediaKind } from '../connectors/connector.ts'
import type { Mode } from '../context.ts'
import { raw } from '../db/database.ts'
import { expectedKind, findMediaType } from './media-type.ts'
import { mediaUrl } from './public-url.ts'
import type { StoredFacts, StoredVideo } from './stored-facts.ts'

/** A medium as the API shows it. Times are ISO 8601 UTC. */
export interface Media {
  id: string
  media_id: string
  name: string
  mime_type: string
  size_bytes: number
  kind: MediaKind
  /** `ready` once its bytes were accepted; `rejected` when none were before its upload URL expired. */
  status: 'waiting' | 'ready' | 'rejected'
  /** Public; null until it is ready. */
  url: string | null
  /** Pixels as it is seen upright; null for documents and until it is ready. */
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  /** The point to keep in view when it is cropped, from -1 to 1 on each axis. */
  focus: { x: number; y: number } | null
  /** The part to show, as shares from the top left; null for all of it. */
  crop: Crop | null
  /** Null for everything that is no video, until it is ready, and for a video from before its facts were read. */
  video: StoredVideo | null
  /** The pages of a document, where they could be counted. */
  pages: number | null
  created_at: string
  /** Facts of the above once more, as programs of this family of APIs read them. */
  object: { isDeleted: boolean; url: string | null; size_bytes: number; name: string }
}

/** A row of `media` as the queries of this room select it with `mediaColumns`. */
export interface MediaRow {
  workspace_id: string
  id: string
  mode: Mode
  media_id: string
  name: string
  mime_type: string
  size_bytes: number
  state: 'waiting' | 'receiving' | 'ready' | 'rejected'
  kind: MediaKind | null
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  focus_x: number | null
  focus_y: number | null
  crop: Crop | null
  facts: StoredFacts | null
  storage_key: string | null
  cleaned_key: string | null
  served_bytes: number | null
  public_name: string
  created_at: Date
  /** `created_at` in the database's own words, for cursors. */
  at: string
}

export const mediaColumns = raw(`
  media.workspace_id, media.id, media.mode, media.media_id, media.name, media.mime_type, media.size_bytes, media.state,
  media.kind, media.width, media.height, media.duration_ms, media.alt_text, media.focus_x, media.focus_y, media.crop, media.facts,
  media.storage_key, media.cleaned_key, media.served_bytes, media.public_name, media.created_at,
  media.created_at::text as at`)

export function toMedia(row: MediaRow, publicUrl: string): Media {
  const facts = mediaFacts(row, publicUrl)
  const { url, size_bytes, name } = facts
  const { video = null, pages = null } = row.facts ?? {}
  return { ...facts, video, pages, object: { isDeleted: false, url, size_bytes, name } }
}

/** A medium as events tell of it. */
export function mediaFacts(row: MediaRow, publicUrl: string): Omit<Media, 'object' | 'video' | 'pages'> {
  const type = findMediaType(row.mime_type)
  return {
    id: row.id,
    media_id: row.media_id,
    name: row.name,
    mime_type: row.mime_type,
    size_bytes: row.size_bytes,
    kind: row.kind ?? (type ? expectedKind(type) : 'document'),
    status: row.state === 'receiving' ? 'waiting' : row.state,
    url: row.state === 'ready' ? mediaUrl(publicUrl, row.public_name) : null,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    alt_text: row.alt_text,
    focus: row.focus_x === null || row.focus_y === null ? null : { x: row.focus_x, y: row.focus_y },
    crop: row.crop,
    created_at: row.created_at.toISOString(),
  }
}
