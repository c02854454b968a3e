import type { CallContext } from '../../context.ts'
import { type ConnectLink, findLink, toConnectLink } from './connect-link.ts'

/** Answers whether a link was used, and which accounts were connected with it. @throws Problem 404 */
export async function getConnectLink(call: CallContext, id: string): Promise<ConnectLink> {
  return toConnectLink(call.context, await findLink(call, id))
}
