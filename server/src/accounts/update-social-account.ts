import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { invalid, notFound } from '../lib/problem.ts'
import { checkTags } from '../lib/requests/tags.ts'
import { getSocialAccount } from './get-social-account.ts'
import { setBehavior } from './set-behavior.ts'
import type { SocialAccount } from './social-account.ts'

/** The changeable fields of a connected account; a field that is left out stays. */
export interface AccountChange {
  /** The new behaviour of its network, on platforms that have behaviours. */
  behavior?: Readonly<Record<string, unknown>>
  /** All of its tags. */
  tags?: readonly string[]
}

/** Changes the named fields of a connected account, and answers the account. @throws Problem 404, 409, 422, 503 */
export async function updateSocialAccount(
  call: CallContext,
  accountId: string,
  change: AccountChange,
): Promise<SocialAccount> {
  if (change.tags !== undefined) await setTags(call, accountId, change.tags)
  if (change.behavior !== undefined) await setBehavior(call, accountId, change.behavior)
  return getSocialAccount(call, accountId)
}

async function setTags(
  { db, workspaceId, mode }: CallContext,
  accountId: string,
  tags: readonly string[],
): Promise<void> {
  const wrong = checkTags(tags, (index) => `/tags/${index}`)
  if (wrong.length > 0) throw invalid(wrong)
  const row = await db.row(sql`
    update social_accounts set tags = ${tags}::text[], updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${accountId} and disconnected_at is null
    returning id`)
  if (!row) throw notFound('social account')
}
