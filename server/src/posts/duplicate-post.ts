import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { isObject, type Json } from '../lib/json/json.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { loadPost, type StoredMedia, toPostRequest } from './post-row.ts'
import { mapConfigurations } from './request/map-configurations.ts'
import { planPost, refuseFaults } from './request/plan-post.ts'
import { type StoredPost, storePost } from './store-post.ts'

/**
 * Makes a draft with everything that a post says, and without its times, its results and its `external_id`, which names that
 * one post. Media that were deleted since are left out, with a warning; accounts that were disconnected since stay.
 * @throws Problem 404; 422 where an option names a medium that was deleted
 */
export async function duplicatePost(call: CallContext, id: string): Promise<StoredPost> {
  const row = await loadPost(call, id)
  const { kept, warnings } = await keepMedia(call, row.media)
  const body = {
    ...toPostRequest({ ...row, media: kept }),
    scheduled_at: null,
    is_draft: true,
    external_id: null,
    platform_configurations: objectOrNull(mapConfigurations(row.platform_configurations, withoutTime)),
    account_configurations: mapConfigurations(row.account_configurations, withoutTime),
  }
  // The accounts were named before, so one that was disconnected meanwhile is no fault.
  const plan = await planPost(call, body, { isNew: () => false })
  refuseFaults(plan)
  const stored = await storePost({
    call,
    plan: { ...plan, warnings: [...plan.warnings, ...warnings] },
    id: newId(),
    ownIdDigest: null,
  })
  // An account of it was changed in between.
  return stored ?? duplicatePost(call, id)
}

async function keepMedia({ db, workspaceId, mode }: CallContext, media: readonly StoredMedia[]) {
  const ids = media.map(({ id }) => id)
  const rows = await db.rows<{ id: string }>(sql`
    select id from media
    where workspace_id = ${workspaceId} and mode = ${mode} and id = any(${ids}::uuid[]) and state = 'ready'`)
  const there = new Set(rows.map(({ id }) => id))
  const warnings = media.flatMap(({ id, media_id }, index): FieldProblem[] => {
    const detail = sentence('{media_id} was deleted, so the new post does not have it.', { media_id })
    return there.has(id) ? [] : [{ pointer: `/media/${index}`, code: 'media_left_out', detail }]
  })
  return { kept: media.filter(({ id }) => there.has(id)), warnings }
}

function withoutTime({ scheduled_at: _time, ...rest }: { readonly [name: string]: Json }) {
  return rest
}

function objectOrNull(value: Json) {
  return isObject(value) ? value : null
}
