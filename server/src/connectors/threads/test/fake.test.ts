import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { callback, type FakeThreads, startFakeThreads } from './fake.ts'

let fake: FakeThreads
beforeAll(async () => {
  fake = await startFakeThreads()
})
afterAll(() => fake.close())

async function send(
  method: string,
  path: string,
  fields: Record<string, string> | null = null,
  token = fake.token,
): Promise<{ status: number; json: JsonObject }> {
  const answer = await fetch(`${fake.url}/v1.0${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(fields ? { 'content-type': form } : {}) },
    body: fields && new URLSearchParams(fields).toString(),
  })
  const json: JsonObject = JSON.parse(await answer.text())
  return { status: answer.status, json }
}

const form = 'application/x-www-form-urlencoded'
const create = (fields: Record<string, string>) => send('POST', '/me/threads', fields)
const six = 'https://a.b https://c.d https://e.f https://g.h https://i.j www.k.l'

test.each<[Record<string, string>, string]>([
  [{ text: 'Hello' }, 'media_type'],
  [{ media_type: 'TEXT' }, 'text is required'],
  [{ media_type: 'TEXT', text: 'a'.repeat(501) }, 'at most 500'],
  [{ media_type: 'TEXT', text: '😀'.repeat(126) }, 'at most 500'],
  [{ media_type: 'TEXT', text: six }, 'Too many links'],
  [{ media_type: 'TEXT', text: 'a', alt_text: 'b' }, 'alt_text is not allowed'],
  [{ media_type: 'TEXT', text: 'a', auto_publish_text: 'true' }, 'auto_publish_text is not allowed'],
  [{ media_type: 'TEXT', text: 'a', reply_control: 'nobody' }, 'reply_control'],
  [{ media_type: 'TEXT', text: 'a', reply_to_id: '1' }, 'cannot be found'],
  [{ media_type: 'TEXT', text: 'a', link_attachment: 'example' }, 'link_attachment'],
  [{ media_type: 'TEXT', text: 'a', poll_attachment: '{"option_a":"1"}' }, 'poll_attachment'],
  [
    { media_type: 'TEXT', text: 'a', poll_attachment: `{"option_a":"1","option_b":"${'2'.repeat(26)}"}` },
    '25',
  ],
  [{ media_type: 'IMAGE', image_url: 'https://unreachable.example/a.png' }, 'cannot be reached'],
  [{ media_type: 'IMAGE', image_url: 'http://127.0.0.1/ä.png' }, 'valid URI'],
  [{ media_type: 'IMAGE', image_url: 'http://127.0.0.1:1', link_attachment: 'https://a.b' }, 'not allowed'],
  [{ media_type: 'IMAGE', image_url: 'http://127.0.0.1:1', alt_text: 'a'.repeat(1_001) }, 'at most 1000'],
  [{ media_type: 'CAROUSEL', children: '1' }, '2 to 20'],
  [{ media_type: 'CAROUSEL', children: '1,2' }, 'cannot be found'],
])('a container of %j is refused', async (fields, words) => {
  const { status, json } = await create(fields)
  expect([status, JSON.stringify(json.error)]).toEqual([400, expect.stringContaining(words)])
})

test('a medium is fetched, and refused unless its type is said', async () => {
  const { json } = await create({ media_type: 'IMAGE', image_url: `${fake.url}/v1.0/me` })
  expect(json.error).toMatchObject({ error_subcode: 2207052 })
})

test('a container is published once', async () => {
  const { json } = await create({ media_type: 'TEXT', text: 'Once' })
  const creation = { creation_id: String(json.id) }
  const first = await send('POST', '/me/threads_publish', creation)
  const second = await send('POST', '/me/threads_publish', creation)
  expect([first.status, second.status]).toEqual([200, 400])
  expect(second.json.error).toMatchObject({ code: 24, error_subcode: 4279009 })
  expect(fake.posts.map(({ text }) => text)).toEqual(['Once'])
  expect((await send('GET', `/${json.id}?fields=status`)).json).toEqual({ id: json.id, status: 'PUBLISHED' })
})

test('a container that is in progress, has failed or expired is not published', async () => {
  fake.processMedia(60_000)
  const slow = await create({ media_type: 'TEXT', text: 'Slow' })
  fake.processMedia(0)
  fake.failNext('UNKNOWN')
  const failed = await create({ media_type: 'TEXT', text: 'Failed' })
  for (const [{ json }, status] of [[slow, 'IN_PROGRESS'] as const, [failed, 'ERROR'] as const]) {
    const answer = await send('GET', `/${json.id}?fields=status`)
    const sent = await send('POST', '/me/threads_publish', { creation_id: String(json.id) })
    expect([answer.json.status, sent.status]).toEqual([status, 400])
  }
  const old = await create({ media_type: 'TEXT', text: 'Old' })
  fake.expire()
  expect((await send('GET', `/${old.json.id}?fields=status`)).json.status).toBe('EXPIRED')
  expect((await send('POST', '/me/threads_publish', { creation_id: String(old.json.id) })).status).toBe(400)
})

test.each([
  ['DELETE', '/17', 'threads_delete'],
  ['GET', '/17/insights?metric=views', 'threads_manage_insights'],
  ['GET', '/me/replies', 'threads_read_replies'],
])('%s %s needs the permission %s', async (method, path, scope) => {
  const { json } = await send(method, path, null, fake.login.issue('harbour', ['threads_basic']))
  expect(json.error).toMatchObject({ code: 10, message: expect.stringContaining(scope) })
})

test('a token must be good, and is renewed from its second day on until it ends', async () => {
  expect((await send('GET', '/me', null, 'nobodys')).json.error).toMatchObject({ code: 190 })
  const dayMs = 24 * 3_600_000
  const renew = async (ageMs: number) => {
    const token = fake.login.issue('harbour', undefined, ageMs)
    const query = new URLSearchParams({ grant_type: 'th_refresh_token', access_token: token })
    return (await fetch(`${fake.url}/refresh_access_token?${query}`)).status
  }
  expect([await renew(0), await renew(2 * dayMs), await renew(61 * dayMs)]).toEqual([400, 200, 400])
})

test('people are sent back to https alone, to an address that was registered, for scopes with commas', async () => {
  await expect(startFakeThreads(['http://crier.example.org/'])).rejects.toThrow('https')
  const page = async (change: Record<string, string>) => {
    const asked = {
      client_id: fake.login.client.id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'threads_basic',
    }
    const query = new URLSearchParams({ ...asked, state: 's', ...change })
    return (await fetch(`${fake.url}/oauth/authorize?${query}`, { redirect: 'manual' })).status
  }
  expect(await page({})).toBe(200)
  expect(await page({ scope: 'threads_basic,threads_delete' })).toBe(200)
  expect(await page({ scope: 'threads_basic threads_delete' })).toBe(400)
  expect(await page({ scope: 'threads_delete' })).toBe(400)
  expect(await page({ redirect_uri: 'https://elsewhere.example/' })).toBe(400)
})
