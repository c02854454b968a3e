import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { allScopes, type FakeLinkedin, startFakeLinkedin } from './fake.ts'

let fake: FakeLinkedin
beforeAll(async () => {
  fake = await startFakeLinkedin({ scopes: allScopes })
})
afterAll(() => fake.close())

const post = {
  author: 'urn:li:person:ada',
  commentary: 'Hello',
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
}
const usual = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' }

async function call(path: string, json: JsonObject | null, headers: Record<string, string> = usual) {
  const answer = await fetch(`${fake.url}${path}`, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${fake.issue()}`, 'content-type': 'application/json', ...headers },
    body: json && JSON.stringify(json),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? {} : JSON.parse(text) }
}

test.each([
  [{}, { code: 'VERSION_MISSING', status: 400 }],
  [{ 'linkedin-version': '202501' }, { code: 'NONEXISTENT_VERSION', status: 426 }],
  [{ 'linkedin-version': '202609' }, { status: 400 }],
  [
    { ...usual, authorization: 'Bearer nobodys' },
    { code: 'REVOKED_ACCESS_TOKEN', status: 401 },
  ],
  [{ ...usual, 'content-type': 'text/plain' }, { status: 415 }],
])('the fake refuses headers of %j', async (headers, refusal) => {
  expect((await call('/rest/posts', post, headers)).json).toMatchObject(refusal)
})

test.each<[JsonObject, number]>([
  [{ author: 'urn:li:person:bob' }, 403],
  [{ author: 'urn:li:organization:456' }, 403],
  [{ commentary: '' }, 400],
  [{ commentary: 'x'.repeat(3_001) }, 400],
  [{ visibility: 'EVERYONE' }, 400],
  [{ lifecycleState: 'DRAFT' }, 400],
  [{ distribution: {} }, 400],
  [{ more: true }, 400],
  [{ content: { media: { id: 'urn:li:image:none' } } }, 400],
  [{ content: { multiImage: { images: [] } } }, 400],
  [{ content: { article: { source: 'https://example.org/' } } }, 400],
  [{ content: { carousel: {} } }, 400],
])('the fake refuses a post with %j', async (change, status) => {
  expect((await call('/rest/posts', { ...post, ...change })).status).toBe(status)
  expect(fake.posts).toEqual([])
})

test('the fake ends a text at a sign that is not escaped, and refuses the same post twice', async () => {
  const cut = { ...post, commentary: 'Seen (not seen)' }
  expect((await call('/rest/posts', cut)).status).toBe(201)
  expect(fake.posts.at(-1)?.text).toBe('Seen ')
  const again = await call('/rest/posts', cut)
  expect(again).toMatchObject({
    status: 422,
    json: { message: expect.stringContaining(fake.posts[0]?.id ?? '') },
  })
})

test('the fake lets nobody list the posts of a person, or a page without the finder’s header', async () => {
  const finder = { ...usual, 'x-restli-method': 'FINDER' }
  const list = (author: string, headers: Record<string, string>) =>
    call(`/rest/posts?q=author&author=${encodeURIComponent(author)}`, null, headers)
  expect((await list('urn:li:person:ada', finder)).status).toBe(403)
  expect((await list('urn:li:organization:123', usual)).status).toBe(400)
  expect((await list('urn:li:organization:123', finder)).status).toBe(200)
})
