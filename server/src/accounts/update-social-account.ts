import type { CallContext } from '../context.ts'
import { getSocialAccount } from './get-social-account.ts'
import { setBehavior } from './set-behavior.ts'
import type { SocialAccount } from './social-account.ts'

/** What may be changed of a connected account; what is left out stays. */
export interface AccountChange {
  /** How its network is to behave; only where the platform's accounts can be told. */
  behavior?: Readonly<Record<string, unknown>>
}

/** Changes what it names of a connected account, and answers the account. @throws Problem 404, 409, 422, 503 */
export async function updateSocialAccount(
  call: CallContext,
  accountId: string,
  change: AccountChange,
): Promise<SocialAccount> {
  if (change.behavior !== undefined) await setBehavior(call, accountId, change.behavior)
  return getSocialAccount(call, accountId)
}
