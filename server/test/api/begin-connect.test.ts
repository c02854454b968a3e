import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { type House, type Send, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
  house = await startHouse({ worker: false, connectors: [sandbox, server.connector] })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})

const path = '/v1/social-accounts/connect'
const begin = (body: object, send: Send = {}) => house.request('POST', path, { ...send, body })
const total = async (key?: string) =>
  (await house.request('GET', '/v1/social-accounts', key === undefined ? {} : { key })).json.meta.total
const ada = { platform: 'renewing', fields: { handle: 'ada', password: 'right' } }

test('connects at once where a form is enough, and says so in an event', async () => {
  const { status, json } = await begin({ platform: 'sandbox', way: 'name', fields: { name: 'Harbour' } })
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.any(String),
    platform: 'sandbox',
    way: 'name',
    status: 'connected',
    url: null,
    social_account_id: null,
    candidates: [],
    social_accounts: [expect.any(String)],
    error: null,
    expires_at: expect.any(String),
    created_at: expect.any(String),
  })
  const [id] = json.social_accounts
  expect((await house.request('GET', `/v1/social-accounts/${id}`)).json).toMatchObject({
    username: 'harbour',
    status: 'active',
    way: 'name',
  })
  const events = await house.db.rows(sql`select type from events where subject_id = ${id}`)
  expect(events).toEqual([{ type: 'social_account.connected' }])
})

test('answers a page of our own where the person must go to the network, and keeps its secrets sealed', async () => {
  const { json } = await begin({ platform: 'sandbox', way: 'oauth' })
  expect(json).toMatchObject({ status: 'waiting', social_accounts: [] })
  expect(json.url).toMatch(new RegExp(`^${house.url}/connect/${json.id}\\.[\\w-]{43}$`))
  const lifeMs = Date.parse(json.expires_at) - Date.parse(json.created_at)
  expect(Math.round(lifeMs / 1_000)).toBe(600)
  const row = await house.db.row<{ stored: string }>(
    sql`select to_jsonb(t)::text as stored from connect_attempts t where id = ${json.id}`,
  )
  for (const secret of ['verifier', 'sign-in/', 'state":"']) expect(row?.stored).not.toContain(secret)
})

test('takes the first way of a platform unless another is named', async () => {
  expect((await begin(ada)).json).toMatchObject({ status: 'connected', way: 'password' })
})

test('is answered once under one Idempotency-Key, however often it is sent', async () => {
  const send = () =>
    begin(
      { platform: 'sandbox', fields: { name: 'Once' } },
      { headers: { 'idempotency-key': 'connect-once' } },
    )
  const first = await send()
  const tokens = () => house.db.row(sql`select count(*)::int as count from sandbox_tokens`)
  const before = await tokens()
  const again = await send()
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await tokens()).toEqual(before)
})

describe('refuses with 422', () => {
  test.each([
    [{ platform: 'nowhere' }, '/platform', 'unknown_platform'],
    [{ platform: 'sandbox', way: 'telepathy' }, '/way', 'unknown_way'],
    [{ platform: 'sandbox', fields: { name: 7 } }, '/fields/name', 'wrong_type'],
    [{ platform: 'sandbox', fields: { name: 'x', color: 'red' } }, '/fields/color', 'unknown_field'],
    [{ platform: 'sandbox' }, '/fields/name', 'required'],
    [{ platform: 'sandbox', name: 'x' }, '/name', 'unknown_field'],
    [{ way: 'oauth' }, '/platform', 'required'],
    [{ platform: 'sandbox', way: 'oauth', fields: { state: 'mine' } }, '/fields/state', 'unknown_field'],
  ])('%j', async (body, pointer, code) => {
    const { status, json } = await begin(body)
    expect([status, json.errors[0]]).toMatchObject([422, { pointer, code }])
  })

  test('a password that the network refuses, in its words', async () => {
    server.refuse()
    const fields = { handle: 'eve', password: 'wrong' }
    const { status, json } = await begin({ platform: 'renewing', fields })
    expect([status, json.code]).toEqual([422, 'sign_in_refused'])
    expect(json.detail).toContain('The token is not good any more.')
  })

  test('a live network for test data', async () => {
    const { json } = await begin(ada, { key: house.testKey })
    expect(json).toMatchObject({ status: 422, code: 'live_only' })
  })
})

test('refuses with 409 a profile that another workspace holds, until it is disconnected there', async () => {
  const other = await house.other()
  const id = (await begin(ada)).json.social_accounts[0]
  const refused = await begin(ada, { key: other.liveKey })
  expect(refused.json).toMatchObject({ status: 409, code: 'connected_elsewhere' })
  expect(await total(other.liveKey)).toBe(0)
  await house.request('DELETE', `/v1/social-accounts/${id}`)
  expect((await begin(ada, { key: other.liveKey })).json.status).toBe('connected')
  expect((await begin(ada)).json.code).toBe('connected_elsewhere')
})

test('gives a profile to one of two workspaces that connect it at once', async () => {
  const other = await house.other()
  const bob = { platform: 'renewing', fields: { handle: 'bob', password: 'right' } }
  const answers = await Promise.all([begin(bob), begin(bob, { key: other.liveKey })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const held = await house.db.row(
    sql`select count(*)::int as count from social_accounts where external_id = 'bob'`,
  )
  expect(held).toEqual({ count: 1 })
})

test('says with 503 that the network is away, and connects nothing', async () => {
  server.vanish()
  const before = await total()
  const { status, json, headers } = await begin({ ...ada, fields: { handle: 'cleo', password: 'right' } })
  expect([status, json.code]).toEqual([503, 'network_unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await total()).toBe(before)
})

testRefusals(
  () => house,
  'accounts',
  async () => ({ method: 'POST', path, body: { platform: 'sandbox', fields: { name: 'Kept' } } }),
)
