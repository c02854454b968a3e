import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { FieldProblem } from '../../lib/problem.ts'

/** Tags on one medium: at most so many, each of at most so many characters. */
export const mostTags = 50
export const longestTag = 100

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

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
export function checkTags(tags: readonly string[], pointerOf: (index: number) => string): FieldProblem[] {
  return tags.flatMap((tag, index) => {
    if (tag.trim() !== '' && tag.isWellFormed() && !tag.includes('\0')) return []
    return [{ pointer: pointerOf(index), code: 'invalid_tag', detail: 'A tag must be readable text.' }]
  })
}
