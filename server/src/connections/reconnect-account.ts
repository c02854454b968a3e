import { wayNameOf } from '../connectors/of-platform.ts'
import type { CallContext } from '../context.ts'
import { askToConnect, type BegunSignIn, type NewAttempt } from './begin-connect.ts'
import { findReconnected } from './reconnected-account.ts'

/**
 * Begins, at the network, a sign-in for an account that is connected already; `beginConnect` stores the result. The way
 * is that of the account unless another is named.
 * @throws Problem 404, 422, 503
 */
export async function askToReconnect(
  call: CallContext,
  accountId: string,
  { way, fields }: Omit<NewAttempt, 'platform'>,
): Promise<BegunSignIn> {
  const account = await findReconnected(call, accountId)
  const chosen = way ?? wayNameOf(call.context, account)
  const attempt = { platform: account.platform, ...(chosen === null ? {} : { way: chosen }) }
  return askToConnect(call, { ...attempt, ...(fields === undefined ? {} : { fields }) }, account)
}
