import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { requireMatch } from '../../lib/requests/etag.ts'
import { mediaBaseOf } from '../../media/public-url.ts'
import { approveTargets } from '../../publishing/person/approve-targets.ts'
import type { ApprovalClient } from '../../webhooks/approval-client.ts'
import { loadPost, lockPost, type PostRow, type ShownPost, showPost } from '../post-row.ts'
import { mergeChanges } from '../request/merge-changes.ts'
import { planPost } from '../request/plan-post.ts'
import { mustAskApproval } from '../require-publish.ts'
import { recordVersion } from '../versions/record-version.ts'
import { requireVersion, requireWaiting } from './approval.ts'
import { recordApproval } from './record-approval.ts'

/** A person's yes to the content of a post. */
export interface Approving {
  /** The version of the content that the caller looked at. */
  readonly version?: number
  readonly comment?: string
  readonly publish_now?: boolean
  readonly scheduled_at?: string
}

/**
 * Approves the content that a post has now: it goes out at its time. A time that has passed while the post waited must be
 * replaced, or said to be now; its `late_policy` does not count.
 *
 * An edit and an approval at once are put in order by the lock of the post. Edit first: the approval finds another version
 * than its reviewer saw, and is refused. Approval first: the edit finds approved content, changes it, and asks anew.
 *
 * `client`: it is the word of a client, by a review link that the caller made.
 * @throws Problem 404; 412; 422; 409 `not_waiting`, `version_changed`, `own_post` or `scheduled_at_in_past`
 */
export async function approvePost(
  call: CallContext,
  id: string,
  approving: Approving,
  ifMatch: string | null,
  client: ApprovalClient | null = null,
): Promise<ShownPost> {
  const mediaBase = mediaBaseOf(call.context.config)
  const before = await lockPost(call, id)
  requireMatch(ifMatch, showPost(before, mediaBase).etag)
  requireWaiting(before)
  requireLook(approving, ifMatch)
  requireVersion(before, approving.version)
  refuseOwn(call, before)
  const times = await planTimes(call, before, approving)
  await approveTargets(call, id, times)
  await call.db.run(sql`
    update posts set approval_state = 'approved', approval_by = ${call.caller.userId},
      approval_at = clock_timestamp(), approval_comment = ${approving.comment ?? null},
      approval_client = ${client && JSON.stringify(client)}::json,
      queue_slot_id = case when scheduled_at = ${times.ofPost}::timestamptz then queue_slot_id end,
      queue_slot_at = case when scheduled_at = ${times.ofPost}::timestamptz then queue_slot_at end,
      scheduled_at = ${times.ofPost}::timestamptz, version = version + 1, updated_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  const after = await loadPost(call, id)
  await recordVersion(call, before, after)
  await recordApproval(call, 'post.approved', before, after)
  return showPost(after, mediaBase)
}

// Without either, a text that was changed a moment ago would be approved unseen. `*` names any version.
function requireLook({ version }: Approving, ifMatch: string | null): void {
  if (version !== undefined || (ifMatch !== null && ifMatch.trim() !== '*')) return
  const detail =
    'Say which version you approve: the version of the post’s approval here, or its ETag as If-Match.'
  throw invalid([{ pointer: '/version', code: 'version_missing', detail }])
}

// Where everyone's posts wait, four eyes see them: who asked for the approval does not give it.
function refuseOwn({ caller }: CallContext, { approval_by: by }: PostRow): void {
  if (!mustAskApproval(caller) || by !== caller.userId) return
  const detail =
    'In this workspace every post needs the approval of somebody other than the person who asked.'
  throw new Problem(409, 'own_post', detail)
}

/** The times of the post and of its accounts, once its time may have been replaced. */
async function planTimes(call: CallContext, before: PostRow, approving: Approving) {
  const { publish_now: isNow = false, scheduled_at: at } = approving
  if (isNow && at !== undefined) {
    const detail = 'Say either publish_now or scheduled_at.'
    throw invalid([{ pointer: '/publish_now', code: 'times_differ', detail }])
  }
  const isNew = (pointer: string) => at !== undefined && pointer === '/scheduled_at'
  const changes = isNow ? { scheduled_at: null } : at === undefined ? {} : { scheduled_at: at }
  const plan = await planPost(call, mergeChanges(before, changes), { isNew })
  const wrong = [...plan.problems, ...plan.objections].filter(({ pointer }) => isNew(pointer))
  if (wrong.length > 0) throw invalid(wrong)
  return {
    isNow,
    ofPost: isNow || at !== undefined ? plan.scheduledAt : before.scheduled_at,
    ofAccounts: new Map(plan.accounts.map(({ source, target }) => [source.id, target.scheduledAt])),
  }
}
