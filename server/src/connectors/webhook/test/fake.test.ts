import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { signatureHeaders } from '../../../lib/secrecy/webhook-signature.ts'
import { address, type FakeReceiver, origin, secret, startFakeReceiver } from './fake.ts'

let fake: FakeReceiver
beforeAll(async () => {
  fake = await startFakeReceiver()
})
afterAll(() => fake.close())

const ping = {
  type: 'ping',
  version: '1',
  timestamp: '2026-03-01T08:00:00.000Z',
  data: { account: { name: 'us' } },
}

interface Sent {
  readonly message?: JsonObject
  readonly sentAt?: Date
  readonly by?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly to?: string
  /** The body in place of the signed one. */
  readonly swapped?: string
}

/** Sends a message that is right but for what a test changes. Answers the status. */
async function send({
  message = ping,
  sentAt = new Date(),
  by = secret,
  headers = {},
  to = address,
  swapped,
}: Sent) {
  const body = JSON.stringify(message)
  const signed = signatureHeaders({ id: 'ping_1', sentAt, body }, [by])
  const answer = await fetch(to.replace(origin, fake.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    body: swapped ?? body,
  })
  return answer.status
}

test('the receiver of the tests takes a message that is signed and whole', async () => {
  expect(await send({})).toBe(204)
})

const sixMinutes = 6 * 60_000
const { data: _, ...without } = ping
test.each<[string, number, Sent]>([
  ['no signature', 401, { headers: { 'webhook-signature': '' } }],
  ['a signature by another secret', 401, { by: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }],
  ['another id than the signed one', 401, { headers: { 'webhook-id': 'ping_2' } }],
  ['another body than the signed one', 401, { swapped: JSON.stringify({ ...ping, version: '2' }) }],
  ['an old signature', 401, { sentAt: new Date(Date.now() - sixMinutes) }],
  ['a signature of times to come', 401, { sentAt: new Date(Date.now() + sixMinutes) }],
  ['another type of content', 415, { headers: { 'content-type': 'text/plain' } }],
  ['another token', 404, { to: address.replace('alone', 'other') }],
  ['another path', 404, { to: address.replace('crier', 'other') }],
  ['another version', 422, { message: { ...ping, version: '2' } }],
  ['another type', 422, { message: { ...ping, type: 'post.publish' } }],
  ['no data', 422, { message: without }],
])('it refuses %s', async (_, status, sent) => {
  expect(await send(sent)).toBe(status)
})
