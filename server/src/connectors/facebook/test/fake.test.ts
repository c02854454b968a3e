import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '../../../../test/plain-pictures.ts'
import { openHouse, type PageHouse } from './world.ts'

let house: PageHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const send = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
  fetch(`${house.fake.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${house.credentials.page_token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  })
const feed = '/v25.0/101/feed'

async function formOf(fields: Record<string, string>, type = 'image/png'): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const bytes = new Uint8Array(await plainPicture(20, 20, '#0c0'))
  form.append('source', new Blob([bytes], { type }), 'a.png')
  return form
}

// A fake that is kinder than its network proves nothing.
test.each<[string, string, string, Record<string, string>]>([
  ['without words', feed, '{}', {}],
  ['with a parameter that nobody knows', feed, '{"message":"a","mesage":"b"}', {}],
  ['with a parameter of another type', feed, '{"message":7}', {}],
  ['with a photo that is not there', feed, '{"attached_media":[{"media_fbid":"7"}]}', {}],
  ['with a link that is none', feed, '{"link":"there"}', {}],
  ['with too many words', feed, JSON.stringify({ message: 'a'.repeat(63_207) }), {}],
  ['that is no JSON', feed, '{', {}],
  ['in another version', '/v24.0/101/feed', '{"message":"a"}', {}],
  ['to another Page', '/v25.0/103/feed', '{"message":"a"}', {}],
  ['with the token in its address', `${feed}?access_token=a`, '{"message":"a"}', {}],
  ['with a token that nobody gave', feed, '{"message":"a"}', { authorization: 'Bearer a' }],
  ['of a comment below nothing', '/v25.0/101_7/comments', '{"message":"a"}', {}],
  ['of a reel that nobody began', '/v25.0/101/video_reels', '{"upload_phase":"finish","video_id":"7"}', {}],
  [
    'of a video before its bytes',
    '/v25.0/101/videos',
    '{"upload_phase":"finish","upload_session_id":"7"}',
    {},
  ],
])('the fake refuses a call %s', async (_, path, body, headers) => {
  const answer = await send(path, body, headers)
  expect(answer.ok, await answer.text()).toBe(false)
  expect(house.fake.world.posts).toEqual([])
})

test('the fake refuses a photo that is public at once, of another type, or in two posts', async () => {
  const photos = '/v25.0/101/photos'
  expect((await send(photos, await formOf({ published: 'true' }))).status).toBe(400)
  expect((await send(photos, await formOf({ published: 'false' }, 'image/webp'))).status).toBe(400)
  expect((await send(photos, await formOf({ published: 'false' }))).status).toBe(200)
  const [id] = house.fake.world.photos.keys()
  const post = JSON.stringify({ attached_media: [{ media_fbid: id }] })
  expect([(await send(feed, post)).status, (await send(feed, post)).status]).toEqual([200, 400])
})

test('the fake publishes a video once, and only when it has all of it', async () => {
  const reels = '/v25.0/101/video_reels'
  expect((await send(reels, '{"upload_phase":"start"}')).status).toBe(200)
  const [video_id] = house.fake.world.videos.keys()
  const finish = JSON.stringify({ upload_phase: 'finish', video_id, video_state: 'PUBLISHED' })
  expect((await send(reels, finish)).status).toBe(400)
  const upload = (offset: string) =>
    send(`/video-upload/v25.0/${video_id}`, 'film', {
      authorization: `OAuth ${house.credentials.page_token}`,
      offset,
      file_size: '4',
    })
  expect([(await upload('2')).status, (await upload('0')).status]).toEqual([400, 200])
  expect([(await send(reels, finish)).status, (await send(reels, finish)).status]).toEqual([200, 400])
})
