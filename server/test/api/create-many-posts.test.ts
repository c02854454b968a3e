import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes } from '../../src/api-keys/create-key.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type Posting, startPosting, tomorrow } from './posting.ts'
import { testRefusals } from './refusals.ts'

let posting: Posting
beforeAll(async () => {
  posting = await startPosting()
})
afterAll(() => posting.house.stop())

const plain = (caption: string, more: object = {}) => ({
  caption,
  social_accounts: [posting.harbour],
  scheduled_at: tomorrow,
  ...more,
})

const createMany = (posts: unknown, more: object = {}) =>
  posting.house.request('POST', '/v1/posts/bulk', { body: { posts }, ...more })

const stored = () =>
  posting.house.db.row(sql`
    select (select count(*) from posts) as posts, (select count(*) from targets) as targets,
      (select count(*) from events where type like 'post.%') as events`)

/** Creates posts that must be refused, and answers the refusal; none of them may have been stored. */
async function refused(posts: unknown, more: object = {}) {
  const before = await stored()
  const { status, json } = await createMany(posts, more)
  expect(await stored()).toEqual(before)
  const places = (json.errors ?? []).map((error: { pointer: string; code: string }) => [
    error.pointer,
    error.code,
  ])
  return { status, json, places }
}

describe('who may', () => {
  testRefusals(
    () => posting.house,
    'write',
    async () => ({ method: 'POST', path: '/v1/posts/bulk', body: { posts: [plain('One')] } }),
  )
})

test('creates drafts, planned posts and posts for now as createPost does, in the order sent', async () => {
  const { house, harbour, flour, picture } = posting
  const own = newId()
  const { status, json } = await createMany([
    plain('First'),
    { caption: 'Second', social_accounts: [harbour, flour], is_draft: true },
    { id: own, body: 'Third', social_accounts: [flour], media: [picture.path] },
  ])
  expect(status).toBe(200)
  expect(json.data).toMatchObject([
    { caption: 'First', status: 'scheduled', scheduled_at: tomorrow },
    { caption: 'Second', status: 'draft', social_accounts: [harbour, flour] },
    { id: own, caption: 'Third', status: 'processing', media: [picture.url] },
  ])
  for (const post of json.data) {
    expect((await house.request('GET', `/v1/posts/${post.id}`)).json).toEqual(post)
  }
  const events = await house.db.rows<{ id: string }>(sql`
    select data->>'id' as id from events where type = 'post.created' order by id`)
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set(json.data.map(({ id }: { id: string }) => id)))
})

test('422: names the faults of every post, and stores none of them', async () => {
  const answer = await refused([
    plain('Good'),
    plain('x'.repeat(501)),
    plain('Good', { social_accounts: [posting.harbour, newId()] }),
    plain('Old', { scheduled_at: '2020-01-01T00:00:00Z' }),
    plain('Draft', { scheduled_at: '2020-01-01T00:00:00Z', is_draft: true }),
    plain('Own', { id: '0199b1c2-7a10-4c3e-9d11-5f0a4a3c1b40' }),
  ])
  expect(answer.status).toBe(422)
  expect(answer.places).toEqual([
    ['/posts/1/caption', 'text_too_long'],
    ['/posts/2/social_accounts/1', 'account_not_found'],
    ['/posts/3/scheduled_at', 'scheduled_at_in_past'],
    ['/posts/5/id', 'invalid_id'],
  ])
})

test('422: says where the form is wrong, and takes no files by their address', async () => {
  expect((await refused([])).places).toEqual([['/posts', 'too_few']])
  expect((await refused(Array.from({ length: 101 }, () => plain('x')))).places).toEqual([
    ['/posts', 'too_many'],
  ])
  const { places } = await refused([
    plain('x'),
    plain('y', { media_urls: ['https://example.org/a.jpg'] }),
    {},
  ])
  expect(places).toEqual([
    ['/posts/1/media_urls', 'unknown_field'],
    ['/posts/2/social_accounts', 'required'],
  ])
})

test('422: at most 1,000 accounts in all', async () => {
  const accounts = Array.from({ length: 500 }, () => newId())
  const many = [plain('a', { social_accounts: accounts }), plain('b', { social_accounts: accounts })]
  expect((await refused([...many, plain('c')])).places).toEqual([['/posts', 'too_many']])
})

test('409: a post whose id is taken is named, and none is stored', async () => {
  const id = newId()
  const twice = [plain('Before'), plain('One', { id }), plain('Another', { id })]
  expect(await refused(twice)).toMatchObject({
    status: 409,
    json: { code: 'id_taken' },
    places: [['/posts/2', 'id_taken']],
  })
  const { json } = await createMany([plain('One', { id })])
  expect(await refused([plain('Before'), plain('Another', { id })])).toMatchObject({
    status: 409,
    places: [['/posts/1', 'id_taken']],
  })
  expect((await createMany([plain('One', { id })])).json).toEqual(json)
})

test('403: a key that may not publish creates drafts alone', async () => {
  const { key } = await posting.house.key({ scopes: allScopes.filter((scope) => scope !== 'publish') })
  const draft = plain('Draft', { is_draft: true })
  expect(await refused([draft, plain('Public')], { key })).toMatchObject({
    status: 403,
    json: { code: 'scope_missing', scope: 'publish' },
    places: [['/posts/1', 'scope_missing']],
  })
  expect(await createMany([draft, draft], { key })).toMatchObject({ status: 200 })
})

test('each takes a slot of the queue of its own; where one gets none, all slots are free again', async () => {
  const { house } = posting
  await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon'], time: '09:00' } })
  const queued = (caption: string) => plain(caption, { scheduled_at: null, use_queue: true })
  const most = Array.from({ length: 20 }, (_, index) => queued(`Week ${index}`))
  expect(await refused(most)).toMatchObject({ status: 422, json: { code: 'no_free_slot' } })
  const { json } = await createMany([queued('One'), queued('Two'), queued('Three')])
  const times = json.data.map((post: { scheduled_at: string }) => Date.parse(post.scheduled_at))
  expect(new Set(times).size).toBe(3)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('the same Idempotency-Key creates all of them once', async () => {
  const headers = { 'idempotency-key': newId() }
  const first = await createMany([plain('a'), plain('b')], { headers })
  const before = await stored()
  const again = await createMany([plain('a'), plain('b')], { headers })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.json).toEqual(first.json)
  expect(await stored()).toEqual(before)
})

test('takes bodies of up to 2 MB', async () => {
  const large = Array.from({ length: 100 }, (_, index) =>
    plain(`${index}`, {
      is_draft: true,
      metadata: { a: 'x'.repeat(1_000), b: 'y'.repeat(1_000), c: 'z'.repeat(1_000) },
    }),
  )
  expect((await createMany(large)).json.data).toHaveLength(100)
  expect(await createMany([plain('x'.repeat(2_200_000))])).toMatchObject({ status: 413 })
})
