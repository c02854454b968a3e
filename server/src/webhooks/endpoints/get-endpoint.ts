import type { CallContext } from '../../context.ts'
import { type Endpoint, findEndpoint, toEndpoint } from './endpoint.ts'

/** One endpoint, without its secret. @throws Problem 404 */
export async function getEndpoint(call: CallContext, id: string): Promise<Endpoint> {
  return toEndpoint(await findEndpoint(call, id))
}
