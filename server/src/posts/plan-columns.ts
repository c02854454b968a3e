import { isDatabaseError, sqlState } from '../db/database.ts'
import type { Json } from '../lib/json/json.ts'
import { invalid } from '../lib/problem.ts'
import type { PostRow, StoredMedia } from './post-row.ts'
import { type Plan, warningsOf } from './request/plan-post.ts'

/** The columns of `posts` that a plan fills. */
export function columnsOf(plan: Plan) {
  const { request, scheduledAt } = plan
  return {
    caption: request.post.caption?.value ?? '',
    media: storedMedia(plan),
    account_ids: [...request.accountIds],
    is_draft: request.isDraft,
    scheduled_at: scheduledAt,
    late_policy: request.latePolicy,
    processing_enabled: request.mayFitMedia,
    platform_configurations: request.platformConfigurations,
    account_configurations: request.accountConfigurations,
    external_id: request.externalId,
    metadata: { ...request.metadata },
    tags: [...request.tags],
    queue_slot_id: plan.place?.slotId ?? null,
    queue_slot_at: plan.place?.slotAt ?? null,
    warnings: warningsOf(plan),
  } satisfies Partial<PostRow>
}

// Paths and URLs become the media that they name.
function storedMedia({ request, sources }: Plan): StoredMedia[] {
  return (request.post.media?.value ?? []).flatMap((reference) => {
    const source = sources.mediaOf(reference)
    if (!source) return []
    const { id, media_id, public_name } = source
    const { altText, focus, crop } = reference
    return [{ id, media_id, public_name, alt_text: altText, focus, ...(crop ? { crop } : {}) }]
  })
}

/** JSON for a jsonb column; null becomes SQL's null, so that there is one way to say that nothing was sent. */
export function jsonOrNull(value: Json): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Translates the error of a medium that was deleted between the look and the write into a 422; throws any other on. */
export function refuseVanished(error: unknown): never {
  if (!isDatabaseError(error, sqlState.foreignKeyViolation)) throw error
  throw invalid([
    { pointer: '/media', code: 'media_not_found', detail: 'A medium of this post has just been deleted.' },
  ])
}
