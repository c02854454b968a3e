import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'

/** A tag, and how many media of the workspace and mode have it. */
export interface TagCount {
  readonly tag: string
  readonly media: number
}

/** An answer holds no more tags than that, the most used ones. */
const mostListed = 1_000

/** The tags of the media, the most used first. */
export function listMediaTags({ db, workspaceId, mode }: CallContext): Promise<TagCount[]> {
  return db.rows<TagCount>(sql`
    select tag, count(*) as media from media cross join unnest(tags) tag
    where workspace_id = ${workspaceId} and mode = ${mode} and tags <> '{}'
    group by tag order by count(*) desc, tag limit ${mostListed}`)
}
