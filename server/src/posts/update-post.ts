import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { requireMatch } from '../lib/etag.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { acceptTargets } from '../publishing/person/accept-targets.ts'
import { lockTargets } from '../publishing/person/lock-targets.ts'
import { refuseLate, removeTargets, replaceTargets } from '../publishing/person/replace-targets.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { fetchMediaUrls, type MediaUrls, namesUrls } from './import-media-urls.ts'
import type { NewPostBody, PostChangesBody } from './post-body.ts'
import { loadPost, lockPost, type PostRow, type ShownPost, showPost } from './post-row.ts'
import { type Plan, planPost, refuseFaults } from './request/plan-post.ts'
import { requirePublish } from './require-publish.ts'
import { columnsOf, jsonOrNull, refuseVanished } from './store-plan.ts'

/** Members that a person keeps beside a post and no network sees. */
const labels: ReadonlySet<string> = new Set(['external_id', 'metadata', 'tags'])

/**
 * Changes the members that are named and leaves the rest. `is_draft: false` promotes a draft, `true` takes a post back that has not
 * begun to go out; `scheduled_at: null` publishes now.
 * @throws Problem 404; 412; 422; 409 `already_processing`, `needs_review` or `already_settled`
 */
export async function updatePost(
  call: CallContext,
  id: string,
  changes: PostChangesBody,
  ifMatch: string | null,
): Promise<ShownPost> {
  const mediaBase = mediaBaseOf(call.context.config)
  const before = await lockPost(call, id)
  const shown = showPost(before, mediaBase)
  requireMatch(ifMatch, shown.etag)
  const named = Object.keys(changes)
  if (named.length === 0) return shown
  const isPromotion = before.is_draft && changes.is_draft === false
  const isNew = (pointer: string) => isPromotion || named.includes(pointer.split('/')[1] ?? '')
  const plan = await planPost(call, mergeChanges(before, changes), { isNew })
  if (!plan.request.isDraft) requirePublish(call)
  refuseFaults(plan)
  await acceptOrReplaceTargets(
    call,
    before,
    plan,
    named.every((name) => labels.has(name)),
  )
  await storeChanges(call, id, plan)
  const after = await loadPost(call, id)
  await recordEvent(call.db, {
    workspaceId: call.workspaceId,
    mode: call.mode,
    type: 'post.updated',
    subjectId: id,
    data: { id, status: after.status, previous_status: before.status, changed: named },
  })
  return showPost(after, mediaBase)
}

/** Fetches the files behind the `media_urls` of changes. @throws Problem 404, and 422 that names each URL without a file */
export async function fetchForChanges(
  call: CallContext,
  id: string,
  { media_urls: urls }: PostChangesBody,
): Promise<MediaUrls | undefined> {
  if (!urls || urls.length === 0) return undefined
  await loadPost(call, id)
  return fetchMediaUrls(call, urls)
}

/** The request that would make the post as it is, with the changes laid over it. */
function mergeChanges(row: PostRow, { caption, body, ...changes }: PostChangesBody): NewPostBody {
  const text = caption === undefined && body === undefined ? { caption: row.caption } : {}
  return {
    media: namesUrls(changes)
      ? []
      : row.media.map(({ media_id, alt_text, focus, crop }) => ({
          ...{ media_id, alt_text, focus },
          ...(crop ? { crop } : {}),
        })),
    social_accounts: row.account_ids,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    is_draft: row.is_draft,
    platform_configurations: row.platform_configurations,
    account_configurations: row.account_configurations,
    external_id: row.external_id,
    metadata: row.metadata,
    tags: row.tags,
    late_policy: row.late_policy,
    processing_enabled: row.processing_enabled,
    ...changes,
    ...text,
    ...(caption === undefined ? {} : { caption }),
    ...(body === undefined ? {} : { body }),
  }
}

async function acceptOrReplaceTargets(
  call: CallContext,
  before: PostRow,
  plan: Plan,
  onlyLabels: boolean,
): Promise<void> {
  const targets = plan.accounts.map(({ target }) => target)
  if (before.is_draft) {
    if (!plan.request.isDraft) await acceptTargets(call, before.id, targets)
  } else if (plan.request.isDraft) {
    await removeTargets(call, before.id)
  } else if (onlyLabels) {
    refuseLate(await lockTargets(call, before.id))
  } else {
    await replaceTargets(call, before.id, targets)
  }
}

async function storeChanges(call: CallContext, id: string, plan: Plan): Promise<void> {
  const values = columnsOf(plan)
  await call.db
    .run(sql`
      with post as (
        update posts set caption = ${values.caption}, media = ${JSON.stringify(values.media)}::jsonb,
          account_ids = ${values.account_ids}::uuid[], is_draft = ${values.is_draft},
          scheduled_at = ${values.scheduled_at}::timestamptz, late_policy = ${values.late_policy},
          processing_enabled = ${values.processing_enabled},
          platform_configurations = ${jsonOrNull(values.platform_configurations)}::json,
          account_configurations = ${jsonOrNull(values.account_configurations)}::json,
          external_id = ${values.external_id}, metadata = ${JSON.stringify(values.metadata)}::jsonb,
          tags = ${values.tags}::text[], warnings = ${JSON.stringify(values.warnings)}::jsonb,
          version = version + 1, updated_at = clock_timestamp()
        where workspace_id = ${call.workspaceId} and id = ${id}
        returning workspace_id, id
      ), dropped as (
        delete from post_media where workspace_id = ${call.workspaceId} and post_id = ${id}
          and media_id <> all(${plan.mediaIds}::uuid[])
      )
      insert into post_media (workspace_id, post_id, media_id)
      select post.workspace_id, post.id, medium from post cross join unnest(${plan.mediaIds}::uuid[]) medium
      on conflict do nothing`)
    .catch(refuseVanished)
}
