import type { CallContext } from '../../context.ts'
import { findDelivery, toWholeDelivery, type WholeDelivery } from './delivery.ts'

/** One delivery with its requests and answers. @throws Problem 404 */
export async function getDelivery(call: CallContext, endpointId: string, id: string): Promise<WholeDelivery> {
  return toWholeDelivery(await findDelivery(call, endpointId, id))
}
