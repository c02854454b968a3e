import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from './media.ts'

/** @throws Problem 404 */
export async function getMedia(call: CallContext, id: string): Promise<Media> {
  const row = await call.db.row<MediaRow>(sql`
    select ${mediaColumns} from media
    where workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id}`)
  if (!row) throw notFound('medium')
  return toMedia(row, call.context.config.publicUrl)
}
