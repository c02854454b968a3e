import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { linksPath, makeLink } from '../connect-link.ts'
import { type House, type Send, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
  house = await startHouse({ worker: false, connectors: [sandbox, server.connector, needy()] })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})

/** A network that needs an app of the operator, and has none. */
const needy = () => ({
  ...server.connector,
  platform: 'needy',
  name: 'Needy',
  app: Type.Object({ client_id: Type.String() }),
  connect: server.connector.connect.map((way) => ({ ...way, needsApp: true })),
})
const create = (body: object, send: Send = {}) => house.request('POST', linksPath, { ...send, body })
const day = 24 * 60 * 60 * 1_000
const lifeOf = ({ expires_at, created_at }: { expires_at: string; created_at: string }) =>
  Date.parse(expires_at) - Date.parse(created_at)

test('answers a link for a week, to all platforms that people use in the mode', async () => {
  const { status, json } = await create({})
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.any(String),
    url: expect.stringMatching(new RegExp(`^${house.url}/connect-links/${json.id}\\.[\\w-]{43}$`)),
    status: 'open',
    platforms: ['renewing'],
    social_account_id: null,
    name: null,
    logo_url: null,
    return_url: null,
    external_id: null,
    social_accounts: [],
    expires_at: expect.any(String),
    used_at: null,
    created_at: expect.any(String),
  })
  expect(Math.round(lifeOf(json) / 1_000)).toBe((7 * day) / 1_000)
  expect((await create({}, { key: house.testKey })).json.platforms).toEqual(['sandbox'])
})

test('keeps what it is told, and the secret of its address sealed', async () => {
  const body = {
    platforms: ['renewing'],
    name: 'Harbour Agency',
    logo_url: 'https://agency.example.org/logo.png?size=2',
    return_url: 'https://agency.example.org/done?customer=17#top',
    external_id: 'customer-17',
    expires_in_seconds: 300,
  }
  const { expires_in_seconds, ...kept } = body
  const link = await makeLink(house, body)
  expect(link).toMatchObject(kept)
  expect(Math.round(lifeOf(link) / 1_000)).toBe(expires_in_seconds)
  const row = await house.db.row<{ stored: string }>(
    sql`select to_jsonb(l)::text as stored from connect_links l where id = ${link.id}`,
  )
  expect(row?.stored).not.toContain(link.url.split('.').at(-1))
})

test('is for one account, and then for its platform', async () => {
  const id = await house.connect('sandbox', { name: 'Again' })
  const link = await makeLink(house, { social_account_id: id })
  expect(link).toMatchObject({ social_account_id: id, platforms: ['sandbox'] })
})

test('is answered once under one Idempotency-Key', async () => {
  const send = () => create({ name: 'Once' }, { headers: { 'idempotency-key': 'link-once' } })
  const [first, again] = [await send(), await send()]
  expect(again.text).toBe(first.text)
  const links = await house.db.row(sql`select count(*)::int as count from connect_links where name = 'Once'`)
  expect(links).toEqual({ count: 1 })
})

describe('refuses with 422', () => {
  const good = 'https://example.org/x'
  test.each([
    [{ platforms: ['sandbox', 'nowhere'] }, '/platforms/1', 'unknown_platform'],
    [{ platforms: ['needy'] }, '/platforms/0', 'not_ready'],
    [{ platforms: [] }, '/platforms', 'too_few'],
    [{ platforms: ['sandbox', 'sandbox'] }, '/platforms', 'repeated'],
    [{ name: '' }, '/name', 'too_short'],
    [{ name: 'x'.repeat(101) }, '/name', 'too_long'],
    [{ name: 'a\0b' }, '/name', 'unstorable_text'],
    [{ expires_in_seconds: 299 }, '/expires_in_seconds', 'too_small'],
    [{ expires_in_seconds: 30 * 86_400 + 1 }, '/expires_in_seconds', 'too_large'],
    [{ expires_in_seconds: '300' }, '/expires_in_seconds', 'wrong_type'],
    [{ social_account_id: 'x' }, '/social_account_id', 'wrong_format'],
    [{ logo_url: `${good}${'x'.repeat(2_000)}` }, '/logo_url', 'too_long'],
    [{ metadata: {} }, '/metadata', 'unknown_field'],
  ])('%j', async (body, pointer, code) => {
    const { status, json } = await create(body)
    expect([status, json.errors[0]]).toMatchObject([422, { pointer, code }])
  })

  test.each([
    'http://example.org/logo.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//example.org/logo.png',
    'https://me:secret@example.org/logo.png',
    'https://example.org;script-src/logo.png',
    "https://example.org,'unsafe-inline'/logo.png",
    'https://',
    'logo.png',
  ])('the logo %s', async (url) => {
    expect((await create({ logo_url: url })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/logo_url', code: 'url_not_allowed' }],
    })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://example.org',
    'data:text/html,x',
    'http://example.org/done',
    'http://localhost.example.org/done',
    'http://127.0.0.1.example.org/done',
    'https://me@example.org/done',
    '//example.org',
    '/done',
    'myapp://done',
    'https:// example.org',
  ])('the return URL %s', async (url) => {
    expect((await create({ return_url: url })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/return_url', code: 'url_not_allowed' }],
    })
  })

  test.each(['http://localhost:3000/done', 'http://127.0.0.1/', 'http://[::1]:8080/x'])(
    'but not the return URL %s, which is on this machine',
    async (url) => {
      expect((await makeLink(house, { platforms: ['renewing'], return_url: url })).return_url).toBe(url)
    },
  )

  test('a live network for test data', async () => {
    const { json } = await create({ platforms: ['renewing'] }, { key: house.testKey })
    expect(json).toMatchObject({ status: 422, code: 'live_only' })
  })

  test('an account on another platform, one that is disconnected, and one of a stranger', async () => {
    const id = await house.connect('sandbox', { name: 'Elsewhere' })
    const refused = await create({ social_account_id: id, platforms: ['renewing'] })
    expect(refused.json).toMatchObject({ status: 422, code: 'another_platform' })
    const { liveKey } = await house.other()
    const foreign = await create({ social_account_id: id }, { key: liveKey })
    await house.request('DELETE', `/v1/social-accounts/${id}`)
    const gone = await create({ social_account_id: id })
    for (const { json } of [foreign, gone])
      expect(json).toMatchObject({ status: 422, code: 'account_not_found' })
  })
})

testRefusals(
  () => house,
  'accounts',
  async () => ({ method: 'POST', path: linksPath, body: { name: 'Kept' } }),
)
