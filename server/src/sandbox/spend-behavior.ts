import { type Queryable, sql } from '../db/database.ts'
import type { Behavior } from './profile.ts'

export interface SpentBehavior {
  readonly behavior: Behavior
  readonly slow_ms: number
  readonly retry_after_seconds: number
}

/** Answers whether one of these behaviours is set and has times left. If so, one is spent. */
export function spendBehavior(
  tx: Queryable,
  profileId: string,
  behaviors: readonly Behavior[],
): Promise<SpentBehavior | null> {
  return tx.row<SpentBehavior>(sql`
    update sandbox_profiles set behavior_left = behavior_left - 1
    where id = ${profileId} and behavior = any(${behaviors}) and coalesce(behavior_left, 1) > 0
    returning behavior, slow_ms, retry_after_seconds`)
}
