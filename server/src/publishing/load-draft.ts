import type { Crop, Draft, DraftMedia, MediaKind } from '../connectors/connector.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { draftFacts, type StoredFacts } from '../media/stored-facts.ts'

/** The column `content` of a target. */
export interface StoredContent {
  readonly text: string
  readonly media: readonly StoredMedium[]
  readonly options: JsonObject
  readonly option_media?: readonly StoredMedium[]
  readonly may_fit_media?: false
}

interface StoredMedium {
  readonly id: string
  readonly alt_text: string
  readonly focus: { readonly x: number; readonly y: number } | null
  readonly crop?: Crop
}

interface MediaRow {
  id: string
  kind: MediaKind
  mime_type: string
  bytes: number
  width: number | null
  height: number | null
  duration_ms: number | null
  facts: StoredFacts | null
}

/** The content of a target as its connector sees it, whole media with their facts. */
export async function loadDraft(db: Queryable, workspaceId: string, content: StoredContent): Promise<Draft> {
  const { text, media, options, option_media: inOptions = [], may_fit_media: mayFit = true } = content
  const rows = await loadMedia(db, workspaceId, [...media, ...inOptions])
  const describe = (item: StoredMedium) => describeMedium(item, rows.get(item.id))
  return {
    text,
    media: media.map(describe),
    options,
    thread: [],
    optionMedia: inOptions.map(describe),
    mayFit,
  }
}

async function loadMedia(
  db: Queryable,
  workspaceId: string,
  items: readonly StoredMedium[],
): Promise<Map<string, MediaRow>> {
  const ids = items.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await db.rows<MediaRow>(sql`
    select id, kind, mime_type, served_bytes as bytes, width, height, duration_ms, facts from media
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and state = 'ready'`)
  return new Map(rows.map((row) => [row.id, row]))
}

function describeMedium(item: StoredMedium, row: MediaRow | undefined): DraftMedia {
  // A foreign key keeps media that a post uses, so this is a broken database, not a person's mistake.
  if (!row) throw new Error('Media of this post are gone.')
  return {
    id: row.id,
    kind: row.kind,
    mimeType: row.mime_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    altText: item.alt_text,
    focus: item.focus,
    crop: item.crop ?? null,
    ...draftFacts(row.facts),
  }
}
