import type { Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from './media.ts'

/** @throws Problem 404 */
export async function getMedia(scope: Scope, id: string): Promise<Media> {
  const row = await scope.db.row<MediaRow>(sql`
    select ${mediaColumns} from media
    where workspace_id = ${scope.workspaceId} and mode = ${scope.mode} and id = ${id}`)
  if (!row) throw notFound('medium')
  return toMedia(row, scope.context.config.publicUrl)
}
