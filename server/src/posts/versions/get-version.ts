import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { notFound } from '../../lib/problem.ts'
import { loadPost } from '../post-row.ts'
import { toVersion, type VersionRow, versionColumns, versions } from './version-row.ts'
import type { WholePostVersion } from './version-schema.ts'

/** A former version of a post, with its whole content. @throws Problem 404 */
export async function getVersion(
  call: CallContext,
  postId: string,
  version: string,
): Promise<WholePostVersion> {
  const { id } = await loadPost(call, postId)
  const row = await call.db.row<VersionRow & { content: JsonObject }>(sql`
    select ${versionColumns}, v.content from ${versions}
    where v.workspace_id = ${call.workspaceId} and v.post_id = ${id} and v.version = ${Number(version)}`)
  if (!row) throw notFound('version')
  const { content, ...its } = row
  return { ...toVersion(its), content }
}
