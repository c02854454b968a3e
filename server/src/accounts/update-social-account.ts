import type { CallContext } from '../context.ts'
import { getSocialAccount } from './get-social-account.ts'
import { setBehavior } from './set-behavior.ts'
import type { SocialAccount } from './social-account.ts'

/** The changeable fields of a connected account; a field that is left out stays. */
export interface AccountChange {
  /** The new behaviour of its network, on platforms that have behaviours. */
  behavior?: Readonly<Record<string, unknown>>
}

/** Changes the named fields of a connected account, and answers the account. @throws Problem 404, 409, 422, 503 */
export async function updateSocialAccount(
  call: CallContext,
  accountId: string,
  change: AccountChange,
): Promise<SocialAccount> {
  if (change.behavior !== undefined) await setBehavior(call, accountId, change.behavior)
  return getSocialAccount(call, accountId)
}
