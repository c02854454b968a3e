import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { loadPost } from '../post-row.ts'
import { toVersion, type VersionRow, versionColumns, versions } from './version-row.ts'
import type { PostVersion } from './version-schema.ts'

/** The former versions of a post, the latest first. @throws Problem 404 */
export async function listVersions(call: CallContext, postId: string): Promise<{ data: PostVersion[] }> {
  const { id } = await loadPost(call, postId)
  const rows = await call.db.rows<VersionRow>(sql`
    select ${versionColumns} from ${versions}
    where v.workspace_id = ${call.workspaceId} and v.post_id = ${id} order by v.version desc`)
  return { data: rows.map(toVersion) }
}
