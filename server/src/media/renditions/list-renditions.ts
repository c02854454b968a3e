import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'

/** A file that was made of a medium, or is being made, as the API shows it. */
export interface MediumRendition {
  readonly status: 'waiting' | 'making' | 'ready' | 'failed'
  /** The share that is done, from 0 to 1, while a video is being made; null where it is not known. */
  readonly progress: number | null
  readonly mime_type: string
  readonly size_bytes: number | null
  readonly width: number | null
  readonly height: number | null
  readonly duration_ms: number | null
  /** Why it could not be made. */
  readonly detail: string | null
  readonly created_at: string
}

/** An answer shows no more than that. */
const mostListed = 20

/** Lists the files that are made of a medium so that networks take it, the newest first. */
export async function listRenditions(
  { db, workspaceId }: CallContext,
  mediumId: string,
): Promise<MediumRendition[]> {
  const rows = await db.rows<Omit<MediumRendition, 'created_at'> & { created_at: Date }>(sql`
    select state as status, progress, coalesce(mime_type, plan->>'mimeType') as mime_type, bytes as size_bytes, width,
      height, duration_ms, why as detail, created_at
    from media_renditions r
    where workspace_id = ${workspaceId} and exists (
      select from media_rendition_uses u
      where u.workspace_id = ${workspaceId} and u.medium_id = ${mediumId} and u.rendition_id = r.id)
    order by created_at desc, id desc limit ${mostListed}`)
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}
