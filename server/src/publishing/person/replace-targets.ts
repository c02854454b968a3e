import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { moveTarget } from '../move.ts'
import { isLegal } from '../target.ts'
import { firstLook, leadOf, wakeAfterCommit } from '../timing.ts'
import { acceptTargets, contentOf, type NewTarget } from './accept-targets.ts'
import { alreadyProcessing, needsReview } from './cancel-targets.ts'
import { hasBegun, type LockedTarget, lockTargets } from './lock-targets.ts'

/**
 * A2: gives a post that has not begun to go out new words, accounts or times. Result ids stay for the accounts that
 * stay; what was prepared is dropped, and a worker that is preparing the old words loses its claim. A4: with
 * `awaitsApproval` nothing of it goes out before a person approves it.
 * @throws Problem 409 `already_processing`, `needs_review` or `already_settled`
 */
export async function replaceTargets(
  call: CallContext,
  postId: string,
  targets: readonly NewTarget[],
  awaitsApproval: boolean,
): Promise<void> {
  const before = await lockTargets(call, postId)
  refuseLate(before)
  const staying = new Set(targets.map((target) => target.accountId))
  const roots = before.filter((target) => target.part === 'post')
  // Chained parts wait for their root, so they have no history; a root that leaves was never public.
  await forget(
    call,
    before.filter((target) => target.part !== 'post' || !staying.has(target.account_id)),
  )
  const kept = new Map(
    roots.flatMap((root) => (staying.has(root.account_id) ? [[root.account_id, root]] : [])),
  )
  for (const target of targets) {
    const root = kept.get(target.accountId)
    if (root) await rewrite(call, root, target, awaitsApproval)
  }
  const existingRoots = new Map([...kept].map(([accountId, root]) => [accountId, root.id]))
  await acceptTargets(call, postId, targets, { existingRoots, awaitsApproval })
}

/** Removes the targets of a post that goes back to being a draft. @throws Problem as `replaceTargets` does */
export async function removeTargets(call: CallContext, postId: string): Promise<void> {
  const before = await lockTargets(call, postId)
  refuseLate(before)
  await forget(call, before)
}

/**
 * Removes the targets of a post that were never approved, also canceled ones.
 * @throws Problem as `replaceTargets` does
 */
export async function removeUnapproved(call: CallContext, postId: string): Promise<void> {
  const before = await lockTargets(call, postId)
  refuseLate(before.filter(({ state }) => state !== 'canceled'))
  await forget(call, before)
}

export function refuseLate(before: readonly LockedTarget[]): void {
  const going = before.filter(hasBegun)
  if (going.length > 0) throw alreadyProcessing(going)
  const asking = before.filter((target) => target.state === 'needs_review')
  if (asking.length > 0) throw needsReview(asking)
  const settled = before.find((target) => target.part === 'post' && !isLegal('edit', target.state))
  if (settled) {
    throw new Problem(
      409,
      'already_settled',
      sentence('One result of this post is already {state}. Create a new post instead.', {
        state: settled.state,
      }),
    )
  }
}

async function forget(call: CallContext, targets: readonly LockedTarget[]): Promise<void> {
  const { db, workspaceId } = call
  const ids = targets.map((target) => target.id)
  if (ids.length === 0) return
  await db.run(
    sql`delete from failed_prepares where workspace_id = ${workspaceId} and target_id = any(${ids}::uuid[])`,
  )
  await db.run(
    sql`delete from commits where workspace_id = ${workspaceId} and target_id = any(${ids}::uuid[])`,
  )
  await db.run(sql`delete from targets where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`)
}

async function rewrite(
  call: CallContext,
  root: LockedTarget,
  target: NewTarget,
  awaitsApproval: boolean,
): Promise<void> {
  const { db, workspaceId } = call
  const [first] = target.parts
  if (!first) throw new Error('A target has at least one part.')
  await db.run(sql`
    update targets set content = ${JSON.stringify(contentOf(first))}::jsonb, content_version = content_version + 1,
      artefacts = '{}', tries = 0, error = null, late_policy = ${target.latePolicy},
      scheduled_at = coalesce(${target.scheduledAt}::timestamptz, crier_now(workspace_id, mode))
    where workspace_id = ${workspaceId} and id = ${root.id}`)
  if (awaitsApproval) {
    await moveTarget(db, root.seen, 'ask_approval', { holdReason: 'approval' })
    return
  }
  const { prepareLeadMs } = call.context.config.timings
  const lead = leadOf(sql`content`, prepareLeadMs)
  await moveTarget(db, root.seen, 'edit', {
    nextActionAt: firstLook(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`, lead),
  })
  const time = await db.rows<{ in_ms: number | null }>(sql`
    select (extract(epoch from next_action_at - clock_timestamp()) * 1000)::float8 as in_ms
    from targets where workspace_id = ${workspaceId} and id = ${root.id}`)
  wakeAfterCommit(call, time)
}
