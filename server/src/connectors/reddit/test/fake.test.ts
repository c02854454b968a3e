import { afterAll, beforeAll, expect, test } from 'vitest'
import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { neededScopes } from '../app.ts'
import { type FakeReddit, startFakeReddit } from './fake.ts'

let fake: FakeReddit
beforeAll(async () => {
  fake = await startFakeReddit()
})
afterAll(() => fake.close())

const userAgent = 'web:crier.ours:v1 (by /u/boatwright)'
const text = { api_type: 'json', sr: 'u_harbour', kind: 'self', title: 'At sea', text: 'A day' }

interface Asked {
  readonly form?: Record<string, string>
  readonly json?: Json
  readonly headers?: Record<string, string>
  readonly scopes?: readonly string[]
}

async function ask(path: string, { form, json, headers = {}, scopes = neededScopes }: Asked = {}) {
  const token = fake.signIn.oauth.issue('harbour', scopes)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? null : JSON.stringify(json)
  const answer = await fetch(fake.url + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': userAgent,
      ...(body === null ? {} : { 'content-type': type }),
      ...headers,
    },
    body,
    redirect: 'manual',
  })
  const said = await answer.text()
  const read = (said === '' ? null : JSON.parse(said)) as Json
  const errors = asObject(asObject(read)?.json)?.errors
  const [first] = isArray(errors) ? errors : []
  return {
    status: answer.status,
    json: read,
    code: isArray(first) ? first[0] : null,
    headers: answer.headers,
  }
}

test.each<[Record<string, string>, string]>([
  [{ sr: '' }, 'SUBREDDIT_REQUIRED'],
  [{ sr: 'nowhere' }, 'SUBREDDIT_NOEXIST'],
  [{ sr: 'u_Tide_Pool-7' }, 'SUBREDDIT_NOEXIST'],
  [{ sr: 'approved' }, 'SUBREDDIT_NOTALLOWED'],
  [{ sr: 'hidden' }, 'SUBREDDIT_NOTALLOWED'],
  [{ sr: 'links' }, 'NO_SELFS'],
  [{ sr: 'Asked' }, 'SUBMIT_VALIDATION_BODY_NOT_ALLOWED'],
  [{ sr: 'texts', kind: 'link', url: 'https://boats.example/' }, 'NO_LINKS'],
  [{ kind: 'poll' }, 'INVALID_OPTION'],
  [{ title: ' ' }, 'NO_TEXT'],
  [{ title: 'a'.repeat(301) }, 'TOO_LONG'],
  [{ text: 'a'.repeat(40_001) }, 'TOO_LONG'],
  [{ url: 'https://boats.example/' }, 'INVALID_OPTION'],
  [{ kind: 'link' }, 'NO_URL'],
  [{ kind: 'link', url: 'boats' }, 'BAD_URL'],
  [{ kind: 'image', url: 'https://boats.example/a.jpg' }, 'BAD_URL'],
  [{ nsfw: 'yes' }, 'INVALID_OPTION'],
  [{ more: 'true' }, 'INVALID_OPTION'],
  [{ flair_id: 'none', sr: 'sailing' }, 'INVALID_OPTION'],
  [{ flair_text: 'Question', sr: 'sailing' }, 'INVALID_OPTION'],
  [{ flair_id: '0d0c3bf6-0000-11ee-9bb7-aabbccddee03', sr: 'sailing' }, 'INVALID_OPTION'],
  [{ flair_id: '0d0c3bf6-0000-11ee-9bb7-aabbccddee01', flair_text: 'Mine', sr: 'sailing' }, 'INVALID_OPTION'],
])('the fake refuses a post with %j as %s', async (change, code) => {
  const answer = await ask('/api/submit', { form: { ...text, ...change } })
  expect(answer).toMatchObject({ status: 200, code })
  expect(fake.world.posts).toEqual([])
})

test('the fake refuses strangers, strange names, missing scopes and contents of another type', async () => {
  const of = (asked: Asked) => ask('/api/submit', { form: text, ...asked })
  expect(await of({ headers: { authorization: 'Bearer nobodys' } })).toMatchObject({
    status: 401,
    json: { message: 'Unauthorized', error: 401 },
  })
  for (const name of ['node', 'Mozilla/5.0', 'web:crier:v1'])
    expect((await of({ headers: { 'user-agent': name } })).status).toBe(429)
  const lesser = await of({ scopes: ['identity'] })
  expect(lesser.status).toBe(403)
  expect(lesser.headers.get('www-authenticate')).toContain('insufficient_scope')
  expect((await of({ headers: { 'content-type': 'text/plain' } })).status).toBe(400)
  expect((await of({ form: { ...text, api_type: 'xml' } })).status).toBe(400)
  expect(fake.world.posts).toEqual([])
})

test.each<[JsonObject, number, string | null]>([
  [{ items: [{ media_id: 'x' }] }, 200, 'INVALID_OPTION'],
  [{ items: [{ media_id: 'x' }, { media_id: 'y' }] }, 200, 'BAD_URL'],
  [{ more: true }, 400, null],
  [{ api_type: 'xml' }, 400, null],
])('the fake refuses a gallery with %j', async (change, status, code) => {
  const json = { api_type: 'json', sr: 'u_harbour', title: 'Boats', items: [], ...change }
  expect(await ask('/api/submit_gallery_post.json', { json })).toMatchObject({ status, code })
})

test.each<[Record<string, string>, number, string | null]>([
  [{ thing_id: 't3_none' }, 404, null],
  [{ text: ' ' }, 200, 'NO_TEXT'],
  [{ text: 'a'.repeat(10_001) }, 200, 'TOO_LONG'],
  [{ more: '1' }, 200, 'INVALID_OPTION'],
])('the fake refuses a comment with %j', async (change, status, code) => {
  const form = { api_type: 'json', thing_id: 't3_none', text: 'Ahoy', ...change }
  expect(await ask('/api/comment', { form })).toMatchObject({ status, code })
})

test.each([
  ['/user/harbour/submitted?sort=new&limit=101', 400],
  ['/user/harbour/submitted?limit=10', 400],
  ['/user/harbour/comments?sort=new&limit=100', 200],
  ['/r/nowhere/about', 302],
  ['/r/hidden/about', 403],
  ['/r/sailing/about', 200],
  ['/api/v1/texts/post_requirements', 404],
  ['/api/v1/sailing/post_requirements', 200],
  ['/api/info?id=boats', 400],
  ['/api/info?id=t3_none', 200],
])('the fake answers %s with %d', async (path, status) => {
  expect((await ask(path)).status).toBe(status)
})

test('texts have angle brackets only for those who ask for them', async () => {
  const path = '/r/Asked/about'
  expect(JSON.stringify((await ask(path)).json)).toContain('Asked &amp; answered')
  expect(JSON.stringify((await ask(`${path}?raw_json=1`)).json)).toContain('Asked & answered')
})

test('a file needs all fields of its signature in order, and a post needs the file', async () => {
  const lease = await ask('/api/media/asset.json', { form: { filepath: 'a.jpg', mimetype: 'image/jpeg' } })
  const { args, asset } = asObject(lease.json) ?? {}
  const fields = asObject(args)?.fields
  const given = isArray(fields) ? fields.map(asObject) : []
  const formWith = (changes: Record<string, string>, type = 'image/jpeg') => {
    const form = new FormData()
    for (const field of given)
      form.append(String(field?.name), changes[String(field?.name)] ?? String(field?.value))
    form.append('file', new Blob(['a picture'], { type }), 'a.jpg')
    return form
  }
  const send = (body: FormData, headers = {}) => fetch(fake.url, { method: 'POST', body, headers })
  const url = `https:${String(asObject(args)?.action)}/${String(given[1]?.value)}`
  const post = { ...text, kind: 'image', url }
  expect((await ask('/api/submit', { form: post })).code).toBe('BAD_URL')
  expect((await send(formWith({ 'X-Amz-Signature': 'forged' }))).status).toBe(403)
  expect((await send(formWith({}, 'image/png'))).status).toBe(403)
  expect((await send(formWith({}), { authorization: 'Bearer ours' })).status).toBe(400)
  expect((await send(formWith({}))).status).toBe(201)
  expect((await ask('/api/submit', { form: { ...post, kind: 'video' } })).code).toBe('BAD_URL')
  const made = await ask('/api/submit', { form: post })
  expect(JSON.stringify(made.json)).not.toContain('t3_')
  expect(fake.world.posts).toMatchObject([{ kind: 'image' }])
  expect(asObject(asset)?.asset_id).toBe(fake.world.assets[0]?.id)
  const types = { form: { filepath: 'a.webp', mimetype: 'image/webp' } }
  expect((await ask('/api/media/asset.json', types)).code).toBe('INVALID_OPTION')
})

test('a video needs a cover', async () => {
  const lease = await ask('/api/media/asset.json', { form: { filepath: 'a.mp4', mimetype: 'video/mp4' } })
  const video = fake.world.assets.at(-1)
  expect(lease.status).toBe(200)
  if (video) video.bytes = Buffer.from('a film')
  const form = { ...text, kind: 'video', url: video?.url ?? '' }
  expect((await ask('/api/submit', { form })).code).toBe('MISSING_VIDEO_URLS')
})

test('the same link again needs to be asked for', async () => {
  const form = { ...text, kind: 'link', url: 'https://boats.example/' }
  expect((await ask('/api/submit', { form })).code).toBeNull()
  expect((await ask('/api/submit', { form })).code).toBe('ALREADY_SUB')
  expect((await ask('/api/submit', { form: { ...form, resubmit: 'true' } })).code).toBeNull()
})

test('the fake takes a client by HTTP Basic alone, under a name of its own', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const trade = (headers: Record<string, string>) => {
    const body = 'grant_type=refresh_token&refresh_token=x'
    return fetch(`${fake.url}/api/v1/access_token`, {
      method: 'POST',
      headers: { ...type, ...headers },
      body,
    })
  }
  expect((await trade({ 'user-agent': userAgent })).status).toBe(401)
  expect((await trade({ authorization: 'Basic eDp5', 'user-agent': 'node' })).status).toBe(429)
  expect((await trade({ authorization: 'Basic eDp5', 'user-agent': userAgent })).status).toBe(401)
})
