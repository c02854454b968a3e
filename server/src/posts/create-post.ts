import type { Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import { isIdVersion7, newId } from '../lib/id.ts'
import { invalid } from '../lib/problem.ts'
import { acceptTargets } from '../publishing/accept-targets.ts'
import { type Plan, planPost, refuseFaults } from './plan-post.ts'
import type { NewPostBody } from './post-body.ts'
import { loadPost, type PostRow, type ShownPost, showPost } from './post-row.ts'
import { requirePublish } from './require-publish.ts'
import { columnsOf, jsonOrNull, refuseVanished } from './store-plan.ts'

/**
 * Stores a draft, a scheduled or an immediate post with its targets and its event. A post that names its own id is made
 * once: the same id again answers the post that is there, as it is.
 * @throws Problem 422 with everything that is wrong, before anything is stored
 */
export async function createPost(scope: Scope, body: NewPostBody): Promise<ShownPost> {
  const { publicUrl } = scope.context.config
  const own = body.id?.toLowerCase()
  const before = own === undefined ? null : await findOwn(scope, own)
  if (before) return showPost(before, publicUrl)
  const plan = await planPost(scope, body, () => true)
  if (!plan.request.isDraft) requirePublish(scope)
  refuseFaults(plan)
  const row = await insertPost(scope, own ?? newId(), plan)
  // Another request made it between the look and the insert.
  if (!row) return showPost((await findOwn(scope, own ?? '')) ?? neverMind(), publicUrl)
  if (!plan.request.isDraft) {
    await acceptTargets(
      scope,
      row.id,
      plan.accounts.map(({ target }) => target),
    )
  }
  return showPost(row, publicUrl)
}

/** The post that already has this id; null when the id is free. */
async function findOwn(scope: Scope, id: string): Promise<PostRow | null> {
  if (!isIdVersion7(id)) {
    throw invalid([
      { pointer: '/id', code: 'invalid_id', detail: 'The id of a post must be a UUID of version 7.' },
    ])
  }
  const found = await scope.db.row<{ usable: boolean }>(sql`
    select mode = ${scope.mode} and deleted_at is null as usable from posts
    where workspace_id = ${scope.workspaceId} and id = ${id}`)
  if (!found) return null
  if (found.usable) return loadPost(scope, id)
  throw invalid([{ pointer: '/id', code: 'id_in_use', detail: 'This id was used before; make another.' }])
}

function neverMind(): never {
  throw new Error('A post that could not be inserted was not there either.')
}

type Inserted = Pick<PostRow, 'created_at' | 'updated_at' | 'status'>

/** The post, its links to media and its event in one statement. Null when the id is taken. */
async function insertPost(scope: Scope, id: string, plan: Plan): Promise<PostRow | null> {
  const values = columnsOf(plan)
  const inserted = await scope.db
    .row<Inserted>(sql`
      with post as (
        insert into posts (workspace_id, id, mode, author_id, caption, media, account_ids, is_draft, scheduled_at,
          late_policy, platform_configurations, account_configurations, external_id, metadata, tags, warnings)
        values (${scope.workspaceId}, ${id}, ${scope.mode}, ${scope.actor.id}, ${values.caption},
          ${JSON.stringify(values.media)}::jsonb, ${values.account_ids}::uuid[], ${values.is_draft},
          ${values.scheduled_at}::timestamptz, ${values.late_policy}, ${jsonOrNull(values.platform_configurations)}::json,
          ${jsonOrNull(values.account_configurations)}::json, ${values.external_id}, ${JSON.stringify(values.metadata)}::jsonb,
          ${values.tags}::text[], ${JSON.stringify(values.warnings)}::jsonb)
        on conflict (workspace_id, id) do nothing
        returning workspace_id, id, mode, external_id, created_at, updated_at,
          post_status(is_draft, scheduled_at is null, '{scheduled}') as status
      ), links as (
        insert into post_media (workspace_id, post_id, media_id)
        select post.workspace_id, post.id, medium from post cross join unnest(${plan.mediaIds}::uuid[]) medium
      ), event as (
        insert into events (workspace_id, id, mode, type, subject_id, version, data)
        select workspace_id, ${newId()}, mode, 'post.created', id, 1,
          jsonb_build_object('id', id, 'status', status, 'external_id', external_id) from post
      )
      select created_at, updated_at, status from post`)
    .catch(refuseVanished)
  return inserted && { ...values, ...inserted, id, version: 1, at: '' }
}
