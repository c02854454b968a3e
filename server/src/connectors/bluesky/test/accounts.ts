import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo } from '../../conformance/local-network.ts'
import type { Account } from '../../connector.ts'
import { connect } from '../connect.ts'

/** Connects an account as a person does: by server, handle and app password. */
export async function connectAccount(
  outbound: Outbound,
  given: { service: string; handle: string; appPassword: string; directory?: string },
): Promise<{ account: Account; credentials: JsonObject }> {
  const { service, handle, appPassword, directory } = given
  const input = { service, handle, app_password: appPassword, ...(directory ? { directory } : {}) }
  const { externalId, username, settings, credentials } = await connect.identify(input, identifyIo(outbound))
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}
