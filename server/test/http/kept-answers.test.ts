import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Sql, sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, type Send, startHouse } from '../house.ts'

// A post and the answer to its request are stored by one statement, which several requests may share.
let house: House
let accountId: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  accountId = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.request('GET', '/v1/me')
})

const post = (caption: string, more: object = {}) => ({
  caption,
  social_accounts: [accountId],
  is_draft: true,
  ...more,
})
const create = (body: unknown, key: string, send: Send = {}) =>
  house.request('POST', '/v1/posts', { body, headers: { 'idempotency-key': key }, ...send })
const count = async (from: Sql) =>
  (await house.db.row<{ count: number }>(sql`select count(*) as count from ${from}`))?.count

it('keeps the answer to the byte, whatever the post holds', async () => {
  const body = post('Zeile eins\nline "two" \\ 🌊', {
    metadata: { zebra: '1', a: 'é"\\', ключ: '' },
    tags: ['ä', '"'],
    external_id: 'a\\b',
    platform_configurations: { sandbox: { caption: 'other "words"' } },
    account_configurations: [{ account_id: accountId, caption: 'own words' }],
    is_draft: false,
    scheduled_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  })
  const first = await create(body, 'to-the-byte')
  expect([first.status, first.text]).toEqual([200, expect.stringContaining('own words')])
  const again = await create(body, 'to-the-byte')
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  const kept = await house.db.row<{ body: string }>(
    sql`select body from idempotency_keys where key = 'live:to-the-byte'`,
  )
  expect(kept?.body).toBe(first.text)
  const read = await house.request('GET', `/v1/posts/${first.json.id}`)
  expect([read.text, read.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')])
})

it('stores the post and its answer in one transaction', async () => {
  const { json } = await create(post('one transaction'), 'one-transaction')
  const row = await house.db.row<{ same: boolean }>(sql`
    select p.xmin::text = k.xmin::text as same from posts p, idempotency_keys k
    where p.id = ${json.id} and k.key = 'live:one-transaction'`)
  expect(row?.same).toBe(true)
})

it('gives the first answer again where the request would be refused by now', async () => {
  const id = await house.connect('sandbox', { name: 'Soon gone' })
  const body = post('before it went', { social_accounts: [id] })
  const first = await create(body, 'before-it-went')
  await house.db.run(sql`update social_accounts set disconnected_at = clock_timestamp() where id = ${id}`)
  const again = await create(body, 'before-it-went')
  expect([again.status, again.text]).toEqual([200, first.text])
  const other = await create({ ...body, caption: 'another' }, 'before-it-went')
  expect(other.json.code).toBe('idempotency_key_reused')
})

it('gives the first answer again also to a post that names its own id and was changed since', async () => {
  const id = newId()
  const body = post('first words', { id })
  const first = await create(body, 'own-id')
  await house.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'later words' } })
  const again = await create(body, 'own-id')
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  const etag = again.headers.get('etag') ?? ''
  const stale = await house.request('PATCH', `/v1/posts/${id}`, { body: {}, headers: { 'if-match': etag } })
  expect([etag, stale.status]).toEqual([first.headers.get('etag'), 412])
  const unnamed = await house.request('POST', '/v1/posts', { body })
  expect(unnamed.json.caption).toBe('later words')
  expect(await count(sql`posts where id = ${id}`)).toBe(1)
})

it('keeps the refusal of a key that may not publish, and none that may go differently', async () => {
  const { key } = await house.key({ scopes: ['read', 'write'] })
  const body = post('not allowed', { is_draft: false })
  const first = await create(body, 'not-allowed', { key, headers: { 'idempotency-key': 'not-allowed' } })
  expect([first.status, first.json.code]).toEqual([403, 'scope_missing'])
  const again = await create(body, 'not-allowed')
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
})

it('stores the words of one request where the name of it was used, and nothing of the others twice', async () => {
  await create(post('used'), 'used')
  const before = await count(sql`posts`)
  const answers = await Promise.all([
    create(post('used'), 'used'),
    create(post('not the same'), 'used'),
    create(post('beside it'), 'beside-it'),
    house.request('POST', '/v1/posts', { body: post('without a name') }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200])
  expect(await count(sql`posts`)).toBe((before ?? 0) + 2)
})
