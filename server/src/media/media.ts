import type { Crop, MediaKind } from '../connectors/connector.ts'
import type { Mode } from '../context.ts'
import { raw } from '../db/database.ts'
import { expectedKind, findMediaType } from './media-type.ts'
import { urlOfMedia } from './public-url.ts'
import type { StoredFacts, StoredPicture, StoredVideo } from './stored-facts.ts'
import { thumbnailUrl } from './thumbnails/thumbnail-url.ts'

/** A medium as the API shows it. Times are ISO 8601 UTC. */
export interface Media {
  id: string
  media_id: string
  name: string
  mime_type: string
  /** An import whose server did not say its size has as many as came so far. */
  size_bytes: number
  /** The bytes that have come in; all of them once it is ready. */
  received_bytes: number
  kind: MediaKind
  /** `ready` once its bytes were accepted; `rejected` when none were before its upload URL expired. */
  status: 'waiting' | 'ready' | 'rejected'
  /** Public; null until it is ready. */
  url: string | null
  /** Public: a small picture of it; null until it is ready and for media of which none can be drawn. */
  thumbnail_url: string | null
  /** Pixels as it is seen upright; null for documents and until it is ready. */
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  /** The point to keep in view when it is cropped, from -1 to 1 on each axis. */
  focus: { x: number; y: number } | null
  tags: string[]
  /** Whether it stays although no post ever used it. */
  keep: boolean
  /** Null for everything that is no video, until it is ready, and for a video from before its facts were read. */
  video: StoredVideo | null
  /** Null for everything that is no picture, until it is ready, and for a picture from before its facts were read. */
  picture: StoredPicture | null
  /** The pages of a document, where they could be counted. */
  pages: number | null
  /** The part to show, as shares from the top left; null for all of it. */
  crop: Crop | null
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
  received_bytes: number
  state: 'waiting' | 'receiving' | 'ready' | 'rejected'
  kind: MediaKind | null
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  focus_x: number | null
  focus_y: number | null
  tags: string[]
  keep: boolean
  facts: StoredFacts | null
  crop: Crop | null
  storage_key: string | null
  cleaned_key: string | null
  served_bytes: number | null
  public_name: string
  created_at: Date
}

export const mediaColumns = raw(`
  media.workspace_id, media.id, media.mode, media.media_id, media.name, media.mime_type, media.size_bytes, media.received_bytes, media.state,
  media.kind, media.width, media.height, media.duration_ms, media.alt_text, media.focus_x, media.focus_y, media.facts,
  media.crop, media.tags, media.keep, media.storage_key, media.cleaned_key, media.served_bytes, media.public_name,
  media.created_at`)

export function toMedia(row: MediaRow, mediaBase: string): Media {
  const facts = mediaFacts(row, mediaBase)
  const { url, size_bytes, name } = facts
  const { video = null, picture = null, pages = null } = row.facts ?? {}
  const received_bytes = row.state === 'ready' ? size_bytes : row.received_bytes
  const object = { isDeleted: false, url, size_bytes, name }
  return { ...facts, received_bytes, video, picture, pages, object }
}

/** A medium as events show it. */
export function mediaFacts(
  row: MediaRow,
  mediaBase: string,
): Omit<Media, 'object' | 'received_bytes' | 'video' | 'picture' | 'pages'> {
  const type = findMediaType(row.mime_type)
  return {
    id: row.id,
    media_id: row.media_id,
    name: row.name,
    mime_type: row.mime_type,
    size_bytes: row.state === 'ready' ? row.size_bytes : Math.max(row.size_bytes, row.received_bytes),
    kind: row.kind ?? (type ? expectedKind(type) : 'document'),
    status: row.state === 'receiving' ? 'waiting' : row.state,
    url: row.state === 'ready' ? urlOfMedia(mediaBase, row.public_name) : null,
    thumbnail_url: thumbnailUrl(mediaBase, row),
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    alt_text: row.alt_text,
    focus: row.focus_x === null || row.focus_y === null ? null : { x: row.focus_x, y: row.focus_y },
    tags: row.tags,
    keep: row.keep,
    crop: row.crop,
    created_at: row.created_at.toISOString(),
  }
}
