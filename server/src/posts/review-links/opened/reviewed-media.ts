import type { CallContext } from '../../../context.ts'
import { sql } from '../../../db/database.ts'
import { type MediaRow, mediaColumns, mediaFacts } from '../../../media/media.ts'
import { mediaBaseOf } from '../../../media/public-url.ts'
import type { TargetMedia } from '../../../publishing/person/accept-targets.ts'
import type { Content } from './read-contents.ts'
import type { ReviewedMedium } from './review-schema.ts'

/** The media of some posts, to be shown. */
export interface ShownMedia {
  show(named: readonly TargetMedia[]): ReviewedMedium[]
}

/** Reads the media that contents name. One that was deleted is left out. */
export async function readMediaOf(
  { db, workspaceId, mode, context }: CallContext,
  contents: readonly Content[],
): Promise<ShownMedia> {
  const ids = new Set(
    contents.flatMap(({ parts }) => parts.flatMap(({ media }) => media.map(({ id }) => id))),
  )
  const rows = await db.rows<MediaRow>(sql`
    select ${mediaColumns} from media
    where media.workspace_id = ${workspaceId} and media.mode = ${mode} and media.id = any(${[...ids]}::uuid[])`)
  const base = mediaBaseOf(context.config)
  const facts = new Map(rows.map((row) => [row.id, mediaFacts(row, base)]))
  return {
    show: (named) =>
      named.flatMap(({ id, alt_text, focus, crop }) => {
        const known = facts.get(id)
        if (known === undefined) return []
        const { kind, url, thumbnail_url, width, height, duration_ms } = known
        const framed = { focus: focus ?? null, crop: crop ?? null }
        return { kind, url, thumbnail_url, width, height, duration_ms, alt_text, ...framed }
      }),
  }
}
