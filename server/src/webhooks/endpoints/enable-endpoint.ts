import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { recordEvent } from '../record-event.ts'
import { type Endpoint, findEndpoint, isEndpoint, lockEndpoint, toEndpoint } from './endpoint.ts'

/**
 * Switches an endpoint on. Its failures are forgotten. The deliveries of the time while it was off stay kept until a person has them sent.
 * @throws Problem 404
 */
export async function enableEndpoint(call: CallContext, id: string): Promise<Endpoint> {
  await lockEndpoint(call, id)
  const row = await call.db.row<{ url: string }>(sql`
    update webhook_endpoints e set disabled_reason = null, disabled_at = null, failing_since = null,
      due_at = clock_timestamp(), updated_at = clock_timestamp()
    where ${isEndpoint('e', call, id)} and e.disabled_at is not null returning e.url`)
  if (row) await recordEnabled(call, id, row.url)
  call.afterCommit(() => call.context.wake(0))
  return toEndpoint(await findEndpoint(call, id))
}

/** An event, so that people who were notified that it is off see that it is on again. */
async function recordEnabled({ db, workspaceId, mode }: CallContext, id: string, url: string): Promise<void> {
  await recordEvent(db, {
    ...{ workspaceId, mode, type: 'webhook_endpoint.enabled', subjectId: id },
    data: { id, status: 'enabled', host: new URL(url).host },
  })
}
