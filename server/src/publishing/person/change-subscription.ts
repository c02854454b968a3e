import { fromWithin, recordAudit, recordOperator } from '../../audit/record-audit.ts'
import { setSubscription } from '../../billing/set-subscription.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { releaseHeld } from './held-targets.ts'

/**
 * Turns a workspace's subscription on or off, as the operator says, whatever anybody pays. When it is active again, the
 * targets that were held without it go out, or ask if their time was missed. Answers how many were released.
 */
export function changeSubscription(
  db: Database,
  workspaceId: string,
  subscription: 'active' | 'inactive',
  prepareLeadMs: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    await setSubscription(tx, workspaceId, subscription, 'operator')
    const entry = { action: 'subscription.set', workspaceId, subjectId: workspaceId } as const
    await recordOperator(tx, { ...entry, details: { subscription } })
    return releaseWith(tx, workspaceId, subscription, prepareLeadMs)
  })
}

/** The word of Stripe about a subscription. */
export interface ToldByStripe {
  readonly subscription: 'active' | 'inactive'
  /** The status there; null where there is none. */
  readonly status: string | null
}

/** Does the same as Stripe says, unless the operator has decided about this workspace. Answers how many were released. */
export async function followStripe(
  tx: Queryable,
  workspaceId: string,
  { subscription, status }: ToldByStripe,
  prepareLeadMs: number,
): Promise<number> {
  if (!(await setSubscription(tx, workspaceId, subscription, 'stripe'))) return 0
  const actor = { kind: 'system', id: null } as const
  const place = { workspaceId, subjectId: workspaceId, mode: null, from: fromWithin }
  const details = { subscription, stripe: status }
  await recordAudit(tx, { ...place, actor, action: 'subscription.set', details })
  return releaseWith(tx, workspaceId, subscription, prepareLeadMs)
}

async function releaseWith(
  tx: Queryable,
  workspaceId: string,
  subscription: 'active' | 'inactive',
  prepareLeadMs: number,
): Promise<number> {
  return subscription === 'inactive' ? 0 : releaseHeld(tx, { workspaceId }, ['subscription'], prepareLeadMs)
}
