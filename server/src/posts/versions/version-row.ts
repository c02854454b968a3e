import { sql } from '../../db/database.ts'
import { offsetAfterGraphemes } from '../../lib/text/graphemes.ts'
import type { PostVersion } from './version-schema.ts'

/** A version as it is selected with `versionColumns`. */
export interface VersionRow {
  version: number
  text: string
  changed: string[]
  changed_at: Date
  began_at: Date
  actor_kind: PostVersion['by']['kind']
  actor_id: string
  actor_name: string | null
}

/** For `select ${versionColumns} from ${versions}`. */
export const versionColumns = sql`
  v.version, left(v.content ->> 'caption', 1000) as text, v.changed, v.changed_at, v.began_at, v.actor_kind, v.actor_id,
  coalesce(k.name, nullif(u.name, ''), u.email) as actor_name`

export const versions = sql`post_versions v
  left join api_keys k on v.actor_kind = 'key' and k.workspace_id = v.workspace_id and k.id = v.actor_id
  left join users u on v.actor_kind <> 'key' and u.id = v.actor_id`

export function toVersion({ actor_kind, actor_id, actor_name, ...row }: VersionRow): PostVersion {
  return {
    version: row.version,
    text: row.text.slice(0, offsetAfterGraphemes(row.text, 80)),
    changed: row.changed,
    changed_at: row.changed_at.toISOString(),
    began_at: row.began_at.toISOString(),
    by: { kind: actor_kind, id: actor_id, name: actor_name },
  }
}
