import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { House, Tenant } from '../house.ts'

export const endpointsPath = '/v1/webhook-endpoints'

/** The example of every test that needs no receiver. Its name is never resolved by a test. */
export const exampleUrl = 'https://hooks.example.org/crier'

/** Makes an endpoint as a client does. @throws Error unless it is made */
export async function makeEndpoint(
  house: House,
  { key = house.liveKey, ...body }: { key?: string; url?: string; events?: string[] } = {},
): Promise<{ id: string; secret: string; url: string }> {
  const answer = await house.request('POST', endpointsPath, { key, body: { url: exampleUrl, ...body } })
  if (answer.status !== 200) throw new Error(`An endpoint could not be made: ${answer.text}`)
  return answer.json
}

/** A delivery that is in a state, for tests without a worker. Answers its id. */
export async function storeDelivery(
  { db, workspaceId }: Pick<House, 'db'> & Pick<Tenant, 'workspaceId'>,
  endpointId: string,
  state: 'pending' | 'delivered' | 'failed' | 'kept' = 'failed',
  createdAt = new Date(),
): Promise<string> {
  const [id, eventId] = [newId(), newId()]
  // In one transaction: a worker that saw the event alone would make the delivery itself.
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into events (workspace_id, id, mode, type, subject_id, version, data)
      values (${workspaceId}, ${eventId}, 'live', 'post.deleted', ${eventId}, 1, '{"id": "x"}')`)
    await tx.run(sql`
      insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, state, next_at, attempts, tries,
        created_at)
      values (${workspaceId}, ${id}, ${endpointId}, ${eventId}, 'post.deleted', ${state},
        case when ${state} = 'pending' then clock_timestamp() + interval '1 hour' end, 1, 1, ${createdAt})`)
    await tx.run(sql`
      insert into webhook_attempts (workspace_id, delivery_id, number, at, duration_ms, error, status, request_headers,
        response_headers, response_body)
      values (${workspaceId}, ${id}, 1, clock_timestamp(), 240, 'not_accepted', 500, '{"webhook-signature": "hidden"}', '{}', 'No')`)
  })
  return id
}
