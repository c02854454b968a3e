import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, exampleUrl, makeEndpoint } from '../webhooks/make-endpoint.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

import { sql } from '../../src/db/database.ts'

const create = (body: object, headers = {}) => house.request('POST', endpointsPath, { body, headers })

test('answers an endpoint with its secret, which is shown only now and stored sealed', async () => {
  const { status, json } = await create({ url: exampleUrl, events: ['post.posted'], description: 'Ours' })
  expect([status, json]).toEqual([
    200,
    {
      id: expect.any(String),
      url: exampleUrl,
      description: 'Ours',
      events: ['post.posted'],
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      last_24_hours: { succeeded: 0, failed: 0 },
      kept_deliveries: 0,
      previous_secret_expires_at: null,
      created_at: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    },
  ])
  const { secret, ...shown } = json
  expect((await house.request('GET', `${endpointsPath}/${json.id}`)).json).toEqual(shown)
  expect(await stored()).not.toContain(secret)
})

test('is answered once under one Idempotency-Key, and the kept answer is sealed', async () => {
  const send = () => create({ url: exampleUrl, description: 'Once' }, { 'idempotency-key': 'endpoint-once' })
  const [first, again] = [await send(), await send()]
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await stored()).not.toContain(first.json.secret)
})

/** All that the database holds of endpoints and kept answers. */
async function stored(): Promise<string> {
  const rows = await house.db.rows(sql`
    select to_jsonb(e)::text as row from webhook_endpoints e union all select to_jsonb(k)::text from idempotency_keys k`)
  expect(rows.length).toBeGreaterThan(0)
  return JSON.stringify(rows)
}

test('409: a workspace has a thousand endpoints at most', async () => {
  const { id } = await makeEndpoint(house)
  await house.db.run(sql`
    insert into webhook_endpoints (workspace_id, id, mode, url, description, events, secret)
    select workspace_id, gen_random_uuid(), 'test', url, 'many', events, secret
    from webhook_endpoints, generate_series(1, 1000) where id = ${id}`)
  expect((await create({ url: exampleUrl })).json).toMatchObject({ status: 409, code: 'too_many_endpoints' })
  await house.db.run(sql`delete from webhook_endpoints where description = 'many'`)
})

describe('refuses with 422', () => {
  test.each([
    [{}, '/url', 'required'],
    [{ url: exampleUrl, events: ['post.unknown'] }, '/events/0', 'not_allowed'],
    [{ url: exampleUrl, events: ['post.posted', 'post.posted'] }, '/events', 'repeated'],
    [{ url: exampleUrl, secret: 'mine' }, '/secret', 'unknown_field'],
    [{ url: exampleUrl, status: 'disabled' }, '/status', 'unknown_field'],
    [{ url: exampleUrl, description: 'x'.repeat(501) }, '/description', 'too_long'],
    [{ url: 5 }, '/url', 'wrong_type'],
  ])('%j', async (body, pointer, code) => {
    const { json } = await create(body)
    expect(json).toMatchObject({ status: 422, errors: [{ pointer, code }] })
  })

  test.each([
    'http://hooks.example.org/crier',
    'ftp://hooks.example.org/',
    'hooks.example.org',
    'https://me:secret@hooks.example.org/',
    'https://hooks.example.org./',
    'https://hooks.example.org/#part',
    'https://10.0.0.1/',
    'https://[::ffff:a00:1]/',
    'https://[::10.0.0.1]/',
    'https://2130706434.example.org:99999/',
    'https://0xa000001/',
    'https://012.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fe80::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://100.64.0.1/',
    'https://93.184.216.34/',
  ])('the address %s', async (url) => {
    expect((await create({ url })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/url', code: 'url_not_allowed' }],
    })
  })
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'POST', path: endpointsPath, body: { url: exampleUrl } }),
)
