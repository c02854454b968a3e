import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from './media.ts'
import { mediaNamed } from './media-named.ts'
import { mediaBaseOf } from './public-url.ts'

/** One medium by its id, its storage path or its public URL. @throws Problem 404 */
export async function getMedia(call: CallContext, name: string): Promise<Media> {
  const named = mediaNamed(call.context.config, name)
  const row =
    named &&
    (await call.db.row<MediaRow>(sql`
      select ${mediaColumns} from media
      where workspace_id = ${call.workspaceId} and mode = ${call.mode} and ${named}`))
  if (!row) throw notFound('medium')
  return toMedia(row, mediaBaseOf(call.context.config))
}
