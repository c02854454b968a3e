import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { isEndpoint } from './endpoint.ts'

/** Deletes an endpoint with its deliveries. A request that is under way at this moment still arrives. @throws Problem 404 */
export async function deleteEndpoint(call: CallContext, id: string): Promise<void> {
  const deleted = await call.db.run(sql`delete from webhook_endpoints e where ${isEndpoint('e', call, id)}`)
  if (deleted === 0) throw notFound('webhook endpoint')
}
