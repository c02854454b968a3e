import { type Queryable, sql } from '../db/database.ts'
import { revokeToken, type TokenHolder, tokenInvalid } from './open-profile.ts'
import { Refusal } from './refusal.ts'
import { spendBehavior } from './spend-behavior.ts'

/**
 * Applies the behaviours that act before a commit is read: `drop` means that its connection is destroyed, `enter` that it
 * goes on. @throws Refusal 401, 403, 429
 */
export async function admitCommit(tx: Queryable, holder: TokenHolder): Promise<'enter' | 'drop'> {
  const profileId = holder.profile.id
  // Read again under the lock: the commit before this one may have ended the token.
  const token = await tx.row<{ revoked_at: Date | null }>(sql`
    select revoked_at from sandbox_tokens where hash = ${holder.tokenHash}`)
  if (!token || token.revoked_at) throw tokenInvalid()
  await refuseWhileBlocked(tx, profileId)
  const spent = await spendBehavior(tx, profileId, [
    'lose_token',
    'block_account',
    'rate_limit',
    'drop_before',
  ])
  switch (spent?.behavior) {
    case undefined:
      return 'enter'
    case 'lose_token':
      await revokeToken(tx, holder.tokenHash)
      throw tokenInvalid()
    case 'block_account':
      throw new Refusal(403, 'account_blocked', 'This profile is suspended for breaking the rules.')
    case 'rate_limit':
      await blockFor(tx, profileId, spent.retry_after_seconds)
      throw rateLimited(spent.retry_after_seconds)
    default:
      return 'drop'
  }
}

async function refuseWhileBlocked(tx: Queryable, profileId: string): Promise<void> {
  const blocked = await tx.row<{ seconds: number }>(sql`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as seconds
    from sandbox_profiles where id = ${profileId} and blocked_until > clock_timestamp()`)
  if (blocked) throw rateLimited(Math.max(1, blocked.seconds))
}

async function blockFor(tx: Queryable, profileId: string, seconds: number): Promise<void> {
  await tx.run(sql`
    update sandbox_profiles set blocked_until = clock_timestamp() + ${seconds}::int * interval '1 s'
    where id = ${profileId}`)
}

function rateLimited(seconds: number): Refusal {
  return new Refusal(429, 'rate_limited', `This profile may post again in ${seconds} s.`, seconds)
}
