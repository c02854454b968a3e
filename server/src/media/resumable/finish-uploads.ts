import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { finishResumable } from './finish-resumable.ts'

/** An examination that did not come to its end may be started again after this time. */
const againAfter = '1 minute'

/**
 * Examines uploads whose bytes are all there, and whose process died before it was done. May run anywhere at any time, also
 * twice at once.
 */
export async function finishUploads(context: Context, signal?: AbortSignal): Promise<number> {
  const rows = await context.db.rows<{
    workspace_id: string
    id: string
    media_id: string
    mime_type: string
    size_bytes: number
    upload_expires_at: Date
    storage_key: string
  }>(sql`
    select m.workspace_id, m.id, m.media_id, m.mime_type, m.size_bytes, m.upload_expires_at, r.storage_key
    from resumable_uploads r join media m on m.workspace_id = r.workspace_id and m.id = r.media_id
    where r.complete_at < clock_timestamp() - ${againAfter}::interval and m.state = 'waiting'
      and m.upload_expires_at > clock_timestamp()
    order by r.complete_at limit 20`)
  let finished = 0
  for (const row of rows) {
    if (signal?.aborted) break
    const { workspace_id: workspaceId, id, media_id: mediaId, mime_type: mimeType } = row
    const grant = {
      workspaceId,
      id,
      mediaId,
      mimeType,
      sizeBytes: row.size_bytes,
      expiresAt: row.upload_expires_at,
    }
    try {
      await finishResumable(context, grant, row.storage_key)
      finished += 1
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      context.log.info({ err: error, media_id: id }, 'an upload was not accepted')
    }
  }
  return finished
}
