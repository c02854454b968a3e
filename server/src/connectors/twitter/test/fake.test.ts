import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeX, startFakeX } from './fake.ts'

// The promises are worth as much as the fake is strict.
let fake: FakeX
beforeAll(async () => {
  fake = await startFakeX({ remembersMs: 60_000 })
})
beforeEach(() => {
  fake.world.posts.length = 0
})
afterAll(() => fake?.close())

const post = (body: object, headers = {}) => call('POST', '/2/tweets', body, headers)

async function call(method: string, path: string, body?: object, headers = {}) {
  const answer = await fetch(`${fake.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${fake.token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = JSON.parse((await answer.text()) || '{}')
  return { status: answer.status, words: JSON.stringify(json), json }
}

test.each<[string, object, number, string]>([
  ['no words', {}, 400, 'text: is required'],
  ['a member of its own', { text: 'a', visibility: 'public' }, 400, '$.visibility'],
  ['281 letters', { text: 'a'.repeat(281) }, 403, 'You are not permitted to perform this action.'],
  ['media that nobody uploaded', { media: { media_ids: ['1'] } }, 400, 'Your media IDs are invalid.'],
  ['no media in a list', { media: { media_ids: [] } }, 400, '1 to 4 items'],
  ['an audience unheard of', { text: 'a', reply_settings: 'everyone' }, 400, 'reply_settings'],
  ['a community by name', { text: 'a', community_id: 'cats' }, 400, 'community_id'],
  ['one option', { text: 'a', poll: { options: ['a'], duration_minutes: 5 } }, 400, 'poll.options'],
  ['a poll without end', { text: 'a', poll: { options: ['a', 'b'] } }, 400, 'poll.duration_minutes'],
  [
    'a poll of several',
    { text: 'a', poll: { options: ['a', 'b'], duration_minutes: 5, multiple: true } },
    400,
    '$.multiple',
  ],
  [
    'an answer to nothing',
    { text: 'a', reply: { in_reply_to_tweet_id: '1' } },
    403,
    'deleted or not visible',
  ],
  ['a quote', { text: 'a', quote_tweet_id: '1' }, 403, 'Enterprise'],
  ['two cashtags', { text: '$A and $B' }, 403, 'one cashtag'],
])('a post with %s is refused', async (_, body, status, refusal) => {
  const answer = await post(body)
  expect(answer.status).toBe(status)
  expect(answer.words).toContain(refusal)
  expect(fake.world.posts).toEqual([])
})

test('the same words are refused as long as they are remembered', async () => {
  expect((await post({ text: 'Hello' })).status).toBe(201)
  const answer = await post({ text: 'Hello' })
  expect(answer).toMatchObject({ status: 403, json: { title: 'Forbidden', type: 'about:blank' } })
  expect(answer.words).toContain('duplicate content')
})

test('ids are texts that grow with time, and none is a number that a double holds', async () => {
  const [one, two] = [await post({ text: 'One' }), await post({ text: 'Two' })]
  expect(BigInt(two.json.data.id)).toBeGreaterThan(BigInt(one.json.data.id))
  expect(Number.isSafeInteger(Number(one.json.data.id))).toBe(false)
})

test.each([
  ['no access', { authorization: '' }, 401],
  ['a token of nobody', { authorization: 'Bearer nobody' }, 401],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
])('a post with %s is refused', async (_, headers, status) => {
  expect((await post({ text: 'Hello' }, headers)).status).toBe(status)
})

test('a token without leave to write may read alone', async () => {
  const headers = { authorization: `Bearer ${fake.oauth.issue('alice', ['tweet.read', 'users.read'])}` }
  expect((await post({ text: 'Hello' }, headers)).status).toBe(403)
  expect((await call('GET', '/2/users/me', undefined, headers)).status).toBe(200)
})

test.each([
  ['/2/users/2244994945/tweets?max_results=4', 400],
  ['/2/users/2244994945/tweets?max_results=101', 400],
  ['/2/users/2244994945/tweets?since_id=yesterday', 400],
  ['/2/users/783214/tweets?max_results=5', 403],
  ['/2/tweets?ids=', 400],
  ['/2/media/upload?media_id=1', 400],
  ['/2/media/upload?command=STATUS&media_id=1', 404],
])('GET %s is answered %i', async (path, status) => {
  expect((await call('GET', path)).status).toBe(status)
})

test('a list shows only the fields that were asked for, newest first', async () => {
  await post({ text: 'Cheese & wine' })
  await post({ text: 'See example.com' })
  const list = '/2/users/2244994945/tweets?max_results=5'
  const plain = (await call('GET', list)).json
  expect(plain.meta).toEqual({ result_count: 2 })
  expect(Object.keys(plain.data[0])).toEqual(['id', 'text', 'edit_history_tweet_ids'])
  expect(plain.data[0].text).toMatch(/^See https:\/\/t\.co\/\w{10}$/)
  expect(plain.data[1].text).toBe('Cheese &amp; wine')
  const [shown] = (await call('GET', `${list}&tweet.fields=created_at,entities`)).json.data
  expect(shown.created_at).toMatch(/\.000Z$/)
  expect(shown.entities.urls[0].expanded_url).toBe('http://example.com/')
})

test.each<[object, string]>([
  [{ media_type: 'video/mp4', total_bytes: 100, media_category: 'tweet_image' }, 'media_type'],
  [{ media_type: 'video/mp4', total_bytes: 0, media_category: 'tweet_video' }, 'total_bytes'],
  [{ media_type: 'video/mp4', total_bytes: 600 * 1024 * 1024, media_category: 'tweet_video' }, 'exceeds'],
  [{ media_type: 'video/mp4', total_bytes: 5 }, 'required'],
  [{ media_type: 'image/gif', total_bytes: 5, media_category: 'tweet_gif', name: 'a.gif' }, '$.name'],
])('an upload that begins with %j is refused', async (body, refusal) => {
  const answer = await call('POST', '/2/media/upload/initialize', body)
  expect(answer.status).toBe(400)
  expect(answer.words).toContain(refusal)
})

test('an upload that is not whole cannot end, and one that has not ended cannot be posted', async () => {
  const body = { media_type: 'image/gif', total_bytes: 5, media_category: 'tweet_gif' }
  const { id } = (await call('POST', '/2/media/upload/initialize', body)).json.data
  expect((await call('POST', `/2/media/upload/${id}/finalize`)).words).toContain('do not add up')
  expect((await post({ media: { media_ids: [id] } })).words).toContain('media IDs are invalid')
  const alt = { id, metadata: { alt_text: { text: 'a' } } }
  expect((await call('POST', '/2/media/metadata', alt)).status).toBe(400)
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test.each<[string, Record<string, string>, string, number]>([
  ['without proof of the client', {}, 'grant_type=refresh_token&refresh_token=a', 401],
  ['with the proof of another', { authorization: `Basic ${btoa('a:b')}` }, 'grant_type=refresh_token', 401],
])('a refresh %s is refused', async (_, headers, body, status) => {
  const answer = await fetch(`${fake.url}/2/oauth2/token`, {
    method: 'POST',
    headers: { ...form, ...headers },
    body,
  })
  expect(answer.status).toBe(status)
})

test('a refresh token that is no good is an invalid request, in the words of X', async () => {
  const { client_id: id, client_secret: secret } = fake.app
  const headers = { ...form, authorization: `Basic ${btoa(`${id}:${secret}`)}` }
  const body = 'grant_type=refresh_token&refresh_token=spent'
  const answer = await fetch(`${fake.url}/2/oauth2/token`, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    error: 'invalid_request',
    error_description: 'Value passed for the token was invalid.',
  })
})
