import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { newEndpointSecret } from '../../lib/secrecy/webhook-signature.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import type { EventType } from '../event-catalog.ts'
import { beginReading } from '../reading/handle-new-events.ts'
import { deliveryReader } from '../sending/plan-deliveries.ts'
import { type EndpointWithSecret, findEndpoint, toEndpoint } from './endpoint.ts'

export interface NewEndpoint {
  /** All, unless given. */
  events?: EventType[]
  description?: string
}

const mostEndpoints = 1_000

/** Makes an endpoint. `url` was read before the transaction, because its name is resolved. @throws Problem 409 `too_many_endpoints` */
export async function createEndpoint(
  call: CallContext,
  { events = [], description = '' }: NewEndpoint,
  url: string,
): Promise<EndpointWithSecret> {
  const { context, db, workspaceId, mode, caller } = call
  await refuseTooMany(call)
  // The first endpoint may be there before the first worker, and its events are not to be missed.
  await beginReading(db, deliveryReader)
  const id = newId()
  const secret = newEndpointSecret()
  const sealed = context.sealer.seal(secret, sealedIn('webhook_endpoints.secret', workspaceId, id))
  await db.run(sql`
    insert into webhook_endpoints (workspace_id, id, mode, url, description, events, secret, set_by)
    values (${workspaceId}, ${id}, ${mode}, ${url}, ${description}, ${events}, ${sealed}, ${caller.userId})`)
  return { ...toEndpoint(await findEndpoint(call, id)), secret }
}

async function refuseTooMany({ db, workspaceId }: CallContext): Promise<void> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from webhook_endpoints where workspace_id = ${workspaceId}`)
  if ((row?.count ?? 0) < mostEndpoints) return
  throw new Problem(
    409,
    'too_many_endpoints',
    sentence('This workspace has {mostEndpoints} webhook endpoints. Delete one that is not needed.', {
      mostEndpoints,
    }),
  )
}
