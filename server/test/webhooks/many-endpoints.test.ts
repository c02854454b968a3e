// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { newEndpointSecret } from '../../src/lib/secrecy/webhook-signature.ts'
import { sealedIn } from '../../src/secrets/sealed-columns.ts'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { makeEndpoint } from './make-endpoint.ts'
import { answerWith, type Receiver, startReceiver } from './receiver.ts'

const endpoints = 1_000
const hanging = 3

let house: House
let receiver: Receiver
beforeAll(async () => {
  house = await startHouse()
  receiver = await startReceiver()
})
afterAll(async () => {
  await house.stop()
  await receiver.close()
})

/** The API makes them one by one, which takes longer than the test. */
async function storeEndpoints(): Promise<void> {
  const { context, workspaceId } = house
  const rows = Array.from({ length: endpoints }, (_, number) => {
    const id = newId()
    const secret = context.sealer.seal(
      newEndpointSecret(),
      sealedIn('webhook_endpoints.secret', workspaceId, id),
    )
    return { id, secret, url: `${receiver.url}/${number < hanging ? 'hanging' : 'healthy'}/${number}` }
  })
  await house.db.run(sql`
    insert into webhook_endpoints (workspace_id, id, mode, url, description, events, secret)
    select ${workspaceId}, id, 'live', url, '', '{"post.created"}', secret
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, url text, secret text)`)
}

async function transactions(): Promise<number> {
  const row = await house.db.row<{ count: number }>(sql`
    select xact_commit + xact_rollback as count from pg_stat_database
    where datname = current_database() and pg_stat_force_next_flush() is not null`)
  return row?.count ?? Number.NaN
}

it('sends one event to a thousand endpoints, each once, though some of them hang', async () => {
  receiver.behave = (answer, { path }) => {
    if (!path.startsWith('/hanging')) answerWith(200)(answer, receiver.received[0] as never)
  }
  // The first endpoint begins the reading of events.
  const { id: first } = await makeEndpoint(house, { events: ['media.ready'], url: `${receiver.url}/first` })
  await storeEndpoints()
  const before = await transactions()
  const account = await house.connect('sandbox', { name: 'Many' })
  const body = { social_accounts: [account], caption: 'Once', is_draft: true }
  expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  const delivered = () => receiver.received.filter(({ path }) => path.startsWith('/healthy'))
  await until(
    async () => delivered().length,
    (count) => count >= endpoints - hanging,
    20_000,
  )
  await until(
    () =>
      house.db.row<{ count: number }>(sql`
        select count(*)::int as count from webhook_deliveries where state = 'delivered'`),
    (row) => row?.count === endpoints - hanging,
    20_000,
  )
  expect(new Set(delivered().map(({ path }) => path)).size).toBe(endpoints - hanging)
  expect(delivered()).toHaveLength(endpoints - hanging)
  expect(receiver.at('/first')).toHaveLength(0)
  // Not some for each delivery: they are claimed and settled by the dozen.
  expect((await transactions()) - before).toBeLessThan(endpoints / 2)
  // The page of an endpoint is answered beside them.
  expect((await house.request('GET', `/v1/webhook-endpoints/${first}`)).status).toBe(200)
  expect(
    (await house.request('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })).json.code,
  ).toBe('too_many_endpoints')
}, 60_000)
