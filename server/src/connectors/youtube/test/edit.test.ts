import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { PublishedPost } from '../../connector.ts'
import { editVideos } from '../edit.ts'
import { failureOf, layOut } from './steps.ts'
import { everyScope, openHouse, refused, type YouTubeHouse } from './world.ts'

let house: YouTubeHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

async function publish(options: JsonObject = {}): Promise<PublishedPost> {
  const bench = await layOut(house, { options })
  const sent = await bench.send(await bench.readyToSend())
  return { remoteId: sent.outcome === 'accepted' ? sent.ref : '', url: '', reference: null }
}

const edit = (post: PublishedPost, text: string, changes: JsonObject = {}) =>
  editVideos.edit(
    { post, part: 'post', options: {}, text, changes },
    house.account,
    house.credentials,
    house.connectIo,
  )
const resources = () => house.fake.videos.map(({ resource }) => resource)

test('the description changes, and title, tags, category and privacy stay', async () => {
  const chosen = { title: 'A day', tags: ['sea', 'a day'], category_id: '27', privacy_status: 'unlisted' }
  const [other, post] = [await publish(), await publish(chosen)]
  const [kept] = resources()
  for (const _ of [1, 2]) expect(await edit(post, 'At see, corrected')).toBe('edited')
  expect(house.fake.videos.map(({ id }) => id)).toEqual([other.remoteId, post.remoteId])
  expect(resources()).toMatchObject([
    kept ?? {},
    {
      title: 'A day',
      description: 'At see, corrected',
      tags: ['sea', 'a day'],
      categoryId: '27',
      privacyStatus: 'unlisted',
    },
  ])
})

test('the title changes where one is given', async () => {
  const post = await publish({ title: 'A dya' })
  expect(await edit(post, 'Words', { title: 'A day' })).toBe('edited')
  expect(resources()).toMatchObject([{ title: 'A day', description: 'Words' }])
})

test('a video that is gone is told, also one that goes between the two calls', async () => {
  const post = await publish()
  house.fake.inject('PUT /youtube/v3/videos', refused(404, 'videoNotFound'))
  expect(await edit(post, 'Words')).toBe('gone')
  house.fake.videos.length = 0
  expect(await edit(post, 'Words')).toBe('gone')
})

test('refusals of YouTube leave the words as they are', async () => {
  const post = await publish()
  const before = resources()
  for (const [status, reason, kind] of [
    [400, 'invalidDescription', 'invalid'],
    [403, 'forbidden', 'forbidden'],
    [403, 'quotaExceeded', 'rate_limited'],
    [403, 'channelSuspended', 'account_blocked'],
  ] as const) {
    house.fake.inject('PUT /youtube/v3/videos', refused(status, reason))
    expect((await failureOf(edit(post, 'Words'))).kind).toBe(kind)
  }
  expect((await failureOf(edit(post, 'a < b'))).kind).toBe('invalid')
  expect(resources()).toEqual(before)
})

test('editing needs a permission that can be left out when connecting', () => {
  const about = { post: { remoteId: 'v', url: '', reference: null }, part: 'post' as const, options: {} }
  expect(editVideos.refusal(about, house.account)).toBeNull()
  const settings = { ...house.account.settings, granted: everyScope.slice(0, 2) }
  expect(editVideos.refusal(about, { ...house.account, settings })).toContain('Connect it again')
})
