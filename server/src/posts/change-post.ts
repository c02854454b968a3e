import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { acceptTargets } from '../publishing/person/accept-targets.ts'
import { lockTargets } from '../publishing/person/lock-targets.ts'
import { refuseLate, removeTargets, replaceTargets } from '../publishing/person/replace-targets.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { type Approving, approvalAfter, awaitsAfter } from './approval/approval-after.ts'
import { recordApproval } from './approval/record-approval.ts'
import { columnsOf, jsonOrNull, refuseVanished } from './plan-columns.ts'
import { planInQueue } from './plan-in-queue.ts'
import type { NewPostBody, PostChangesBody } from './post-body.ts'
import { loadPost, type PostRow } from './post-row.ts'
import { mergeChanges } from './request/merge-changes.ts'
import { type Plan, planPost, refuseFaults } from './request/plan-post.ts'
import { requireOwnPost } from './require-own-post.ts'
import { mustAskApproval, requirePublish } from './require-publish.ts'
import { recordVersion } from './versions/record-version.ts'

/** Members that a person keeps beside a post and no network sees. */
const labels: ReadonlySet<string> = new Set(['external_id', 'metadata', 'tags'])

/** A request for approval, with a word to those who may approve. */
export interface ApprovalRequest {
  readonly comment: string | null
}

/**
 * Changes a post whose row is locked, with its targets and events. `asking`: it waits for approval afterwards, whoever the
 * caller is.
 * @throws Problem 403 `scope_missing`; 422; 409 `already_processing`, `needs_review` or `already_settled`
 */
export async function changePost(
  call: CallContext,
  before: PostRow,
  changes: PostChangesBody,
  asking: ApprovalRequest | null = null,
): Promise<PostRow> {
  const { id } = before
  const named = Object.keys(changes)
  const isPromotion = before.is_draft && changes.is_draft === false
  const isNew = (pointer: string) => isPromotion || named.includes(pointer.split('/')[1] ?? '')
  const body = mergeChanges(before, changes)
  const plan = (merged: NewPostBody) => planPost(call, merged, { isNew })
  const untimed = await plan(body)
  // A draft is shown to nobody who approves, so the post would be stopped without a word. Who asked for approval takes that back.
  const hasAsked = before.approval_state === 'waiting' && before.approval_by === call.caller.userId
  if (!before.is_draft && untimed.request.isDraft && !hasAsked) await requireOwnPost(call, id)
  const onlyLabels = !before.is_draft && !untimed.request.isDraft && named.every((name) => labels.has(name))
  const approving = onlyLabels ? 'keep' : await approvalAfter(call, before, untimed, asking !== null)
  const awaits = awaitsAfter(before, approving)
  if (!untimed.request.isDraft && !awaits && !mustAskApproval(call.caller)) requirePublish(call)
  refuseFaults(untimed)
  const timed = await planInQueue(call, untimed, { postId: id, body, planAgain: plan })
  const planned = timed.place ? timed : { ...timed, place: placeLeft(before, timed) }
  if (onlyLabels) refuseLate(await lockTargets(call, id))
  else await acceptOrReplaceTargets(call, before, planned, awaits)
  await storeChanges(call, id, planned)
  await storeApproving(call, id, approving, asking)
  const after = await loadPost(call, id)
  await recordVersion(call, before, after)
  await recordEvent(call.db, {
    workspaceId: call.workspaceId,
    mode: call.mode,
    type: 'post.updated',
    subjectId: id,
    data: { id, status: after.status, previous_status: before.status, changed: named },
  })
  if (approving === 'ask') await recordApproval(call, 'post.submitted', before, after)
  return after
}

/** The slot that a post keeps: it loses it with its time, and when it goes back to being a draft. */
function placeLeft(
  { queue_slot_id: slotId, queue_slot_at: slotAt, scheduled_at: at }: PostRow,
  { request, scheduledAt }: Plan,
): Plan['place'] {
  if (slotId === null || slotAt === null || request.isDraft) return null
  return at?.getTime() === scheduledAt?.getTime() ? { slotId, slotAt } : null
}

async function acceptOrReplaceTargets(
  call: CallContext,
  before: PostRow,
  plan: Plan,
  awaitsApproval: boolean,
): Promise<void> {
  const targets = plan.accounts.map(({ target }) => target)
  if (before.is_draft) {
    if (!plan.request.isDraft) await acceptTargets(call, before.id, targets, { awaitsApproval })
  } else if (plan.request.isDraft) {
    await removeTargets(call, before.id)
  } else {
    await replaceTargets(call, before.id, targets, awaitsApproval)
  }
}

async function storeApproving(
  { db, workspaceId, caller }: CallContext,
  id: string,
  approving: Approving,
  asking: ApprovalRequest | null,
): Promise<void> {
  switch (approving) {
    case 'keep':
      return
    case 'ask':
      await db.run(sql`
        update posts set approval_state = 'waiting', approval_by = ${caller.userId}, approval_at = clock_timestamp(),
          approval_comment = ${asking?.comment ?? null}, approval_version = version, approval_client = null
        where workspace_id = ${workspaceId} and id = ${id}`)
      return
    case 'drop':
      await db.run(sql`
        update posts set approval_state = null, approval_by = null, approval_at = null, approval_comment = null,
          approval_version = null, approval_client = null
        where workspace_id = ${workspaceId} and id = ${id} and approval_state is not null`)
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
          tags = ${values.tags}::text[], queue_slot_id = ${values.queue_slot_id}::uuid,
          queue_slot_at = ${values.queue_slot_at}::timestamptz, warnings = ${JSON.stringify(values.warnings)}::jsonb,
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
