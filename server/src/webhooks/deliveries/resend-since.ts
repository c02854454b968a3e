import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { parseDateTime } from '../../lib/date-time.ts'
import { invalid } from '../../lib/problem.ts'
import { lockEnabledEndpoint, restartDeliveries } from './resend-delivery.ts'

/** Deliveries of one request; more are sent by the next one. */
const most = 10_000

/**
 * Sends all deliveries again that failed or were kept since a time, the oldest first. Answers how many.
 * @throws Problem 404; 409 `endpoint_disabled`; 422
 */
export async function resendSince(
  call: CallContext,
  endpointId: string,
  since: string,
): Promise<{ resent: number; more: boolean }> {
  const from = parseDateTime(since)
  const detail = 'This is not a date and time such as 2030-05-06T09:00:00Z.'
  if (!from) throw invalid([{ pointer: '/since', code: 'invalid_date_time', detail }])
  await lockEnabledEndpoint(call, endpointId)
  const resent = await restartDeliveries(
    call,
    endpointId,
    sql`d.id in (select o.id from webhook_deliveries o
      where o.workspace_id = d.workspace_id and o.endpoint_id = d.endpoint_id and o.created_at >= ${from}
        and o.state in ('failed', 'kept') and not o.is_test
      order by o.created_at, o.id limit ${most})`,
  )
  return { resent, more: resent === most }
}
