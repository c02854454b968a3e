import { actorOf } from '../../callers/actor-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { type PostRow, toPostRequest } from '../post-row.ts'

/** Older versions of a post are forgotten. */
const mostVersions = 100

/**
 * Keeps the content that a post had before a change, in the transaction of the change. The changes that one person makes to a
 * draft within five minutes are kept as one, or an hour of writing would fill the history. The row of the post is locked.
 */
export async function recordVersion(call: CallContext, before: PostRow, after: PostRow): Promise<void> {
  const changed = changedMembers(before, after)
  if (changed.length === 0) return
  const { db, workspaceId, caller } = call
  const { kind, id: actorId } = actorOf(caller)
  const ofDraft = before.is_draft && after.is_draft
  await db.run(sql`
    with latest as (
      select id from post_versions where workspace_id = ${workspaceId} and post_id = ${before.id}
      order by version desc limit 1
    ), merged as (
      update post_versions v set changed_at = clock_timestamp(),
        changed = array(select distinct m from unnest(v.changed || ${changed}::text[]) m order by m)
      where v.workspace_id = ${workspaceId} and v.id = (select id from latest) and v.of_draft and ${ofDraft}
        and v.actor_kind = ${kind} and v.actor_id = ${actorId} and v.began_at > clock_timestamp() - interval '5 minutes'
      returning v.id
    ), forgotten as (
      delete from post_versions where workspace_id = ${workspaceId} and id in (
        select id from post_versions where workspace_id = ${workspaceId} and post_id = ${before.id}
        order by version desc offset ${mostVersions - 1})
    )
    insert into post_versions (workspace_id, id, post_id, version, of_draft, actor_kind, actor_id, changed, content)
    select ${workspaceId}, ${newId()}, ${before.id}, ${before.version}, ${ofDraft}, ${kind}, ${actorId}, ${changed}::text[],
      ${JSON.stringify(toPostRequest(before))}::jsonb
    where not exists (select from merged)`)
}

function changedMembers(before: PostRow, after: PostRow): string[] {
  const [was, is] = [
    new Map(Object.entries(toPostRequest(before))),
    new Map(Object.entries(toPostRequest(after))),
  ]
  return [...was.keys()].filter((name) => canonicalJson(was.get(name)) !== canonicalJson(is.get(name))).sort()
}
