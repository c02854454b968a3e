import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { neededScopes } from '../app.ts'
import { board, type FakePinterest, startFakePinterest } from './fake.ts'

let fake: FakePinterest
beforeAll(async () => {
  fake = await startFakePinterest()
})
afterAll(() => fake.close())

const jpeg = { source_type: 'image_base64', content_type: 'image/jpeg', data: '/9j/' }
const pin = { board_id: board, media_source: jpeg }

async function ask(path: string, json: Json | undefined, change: Record<string, string> = {}) {
  const headers = {
    authorization: `Bearer ${fake.signIn.oauth.issue('harbour', neededScopes)}`,
    'content-type': 'application/json',
    ...change,
  }
  const body = json === undefined ? null : JSON.stringify(json)
  const answer = await fetch(`${fake.url}/v5${path}`, { method: json ? 'POST' : 'GET', headers, body })
  return { status: answer.status, json: JSON.parse(await answer.text()) }
}

test.each<[JsonObject, number]>([
  [{ board_id: 'boats' }, 400],
  [{ board_id: '1' }, 404],
  [{ board_id: '549755885178' }, 403],
  [{ title: 'a'.repeat(101) }, 400],
  [{ description: 'a'.repeat(801) }, 400],
  [{ alt_text: 'a'.repeat(501) }, 400],
  [{ link: 'boats' }, 400],
  [{ link: `https://boats.example/${'a'.repeat(2_048)}` }, 400],
  [{ more: true }, 400],
  [{ media_source: null }, 400],
  [{ media_source: { source_type: 'image_id' } }, 400],
  [{ media_source: { ...jpeg, content_type: 'image/gif' } }, 400],
  [{ media_source: { ...jpeg, content_type: 'image/png' } }, 400],
  [{ media_source: { ...jpeg, data: 'no base64' } }, 400],
  [{ media_source: { ...jpeg, url: 'https://boats.example/' } }, 400],
  [{ media_source: { source_type: 'multiple_image_base64', items: [{ ...jpeg, source_type: 'x' }] } }, 400],
  [{ media_source: { source_type: 'video_id', media_id: '1' } }, 404],
])('the fake refuses a Pin with %j', async (change, status) => {
  const answer = await ask('/pins', { ...pin, ...change })
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ code: expect.any(Number), message: expect.any(String) })
  expect(fake.world.pins).toEqual([])
})

test.each([1, 6])('the fake refuses a carousel of %d', async (count) => {
  const { source_type: _, ...item } = jpeg
  const items = Array.from({ length: count }, () => item)
  const source = { source_type: 'multiple_image_base64', items }
  expect((await ask('/pins', { ...pin, media_source: source })).status).toBe(400)
})

test('the fake refuses strangers, missing scopes and contents that are no JSON', async () => {
  expect(await ask('/pins', pin, { authorization: 'Bearer nobodys' })).toMatchObject({
    status: 401,
    json: { code: 2 },
  })
  const lesser = fake.signIn.oauth.issue('harbour', ['pins:read'])
  expect(await ask('/pins', pin, { authorization: `Bearer ${lesser}` })).toMatchObject({
    status: 403,
    json: { code: 3 },
  })
  expect((await ask('/pins', pin, { 'content-type': 'text/plain' })).status).toBe(400)
})

test.each([
  ['/boards?page_size=251', 400],
  ['/boards?page_size=0', 400],
  ['/boards?bookmark=none', 400],
  ['/boards?limit=7', 400],
  [`/boards/${board}/pins?page_size=250`, 200],
  ['/boards/549755885176/pins', 200],
  ['/pins/x', 400],
  ['/pins/1', 404],
  ['/media/1', 404],
])('the fake answers %s with %d', async (path, status) => {
  expect((await ask(path, undefined)).status).toBe(status)
})

test('a video that is not there yet, and one without a cover, make no Pin', async () => {
  const { json } = await ask('/media', { media_type: 'video' })
  const source = { source_type: 'video_id', media_id: json.media_id, cover_image_key_frame_time: 0 }
  const early = await ask('/pins', { ...pin, media_source: source })
  expect(early).toMatchObject({ status: 400, json: { message: 'The video is not ready.' } })
  const form = new FormData()
  for (const [name, value] of Object.entries(json.upload_parameters)) form.append(name, String(value))
  const send = (headers = {}) => fetch(fake.url, { method: 'POST', body: form, headers })
  expect((await send()).status).toBe(400)
  form.append('file', new Blob(['a film']), 'film.mp4')
  expect((await send({ authorization: 'Bearer ours' })).status).toBe(400)
  expect((await send()).status).toBe(204)
  const { cover_image_key_frame_time: _, ...bare } = source
  const coverless = await ask('/pins', { ...pin, media_source: bare })
  expect(coverless.json.message).toContain('cover_image_url or cover_image_content_type')
  expect((await ask('/pins', { ...pin, media_source: source })).status).toBe(201)
  form.set('x-amz-signature', 'forged')
  expect((await send()).status).toBe(403)
})

test('the fake takes a client by HTTP Basic alone', async () => {
  const body = 'grant_type=refresh_token&refresh_token=x&client_secret=y'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const trade = (form: string) => fetch(`${fake.url}/v5/oauth/token`, { method: 'POST', headers, body: form })
  expect((await trade(body)).status).toBe(400)
  expect((await trade('grant_type=refresh_token&refresh_token=x')).status).toBe(401)
})
