import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PublishedPost } from '../../connector.ts'
import { channelChoices, deleteVideos, measureVideos } from '../powers.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, everyScope, openHouse, refused, type YouTubeHouse } from './world.ts'

let house: YouTubeHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

async function publish(): Promise<PublishedPost> {
  const bench = await layOut(house)
  const sent = await bench.send(await bench.readyToSend())
  return { remoteId: sent.outcome === 'accepted' ? sent.ref : '', url: '', reference: null }
}

const less = (scopes: readonly string[]) => ({
  ...house.account,
  settings: { ...house.account.settings, granted: [...scopes] },
})

test('a video is deleted, and one that is gone is deleted already', async () => {
  const { account, credentials, connectIo } = house
  const [kept, post] = [await publish(), await publish()]
  await deleteVideos.delete(post, account, credentials, connectIo)
  await deleteVideos.delete(post, account, credentials, connectIo)
  expect(house.fake.videos.map(({ id }) => id)).toEqual([kept.remoteId])
  house.fake.inject('DELETE /youtube/v3/videos', refused(403, 'forbidden'))
  const failure = await failureOf(deleteVideos.delete(kept, account, credentials, connectIo))
  expect(failure.kind).toBe('forbidden')
})

test('deleting needs a permission that can be left out when connecting', () => {
  expect(deleteVideos.refusal(house.account)).toBeNull()
  expect(deleteVideos.refusal(less(everyScope.slice(0, 2)))).toContain('Connect it again')
  expect(measureVideos.refusal(less(everyScope.slice(0, 2)))).toBeNull()
  expect(measureVideos.refusal(less(everyScope.slice(0, 1)))).toContain('Connect it again')
})

test('videos are measured with one call, in their order; one that is gone has no figures', async () => {
  const { account, credentials, connectIo } = house
  const gone = { remoteId: 'none', url: '', reference: null }
  const posts = [gone, await publish(), await publish()]
  const figures = { views: 12_345_678_901, likes: 7 }
  const measured = await measureVideos.measure(posts, account, credentials, connectIo)
  expect(measured).toEqual([null, figures, figures])
  expect(house.fake.calls.filter(({ name }) => name.endsWith(':batchGetStats'))).toHaveLength(1)
  const items = [{ id: 'none', statistics: { viewCount: '-1', likeCount: 7, commentCount: '0' } }]
  house.fake.inject('GET /youtube/v3/videos:batchGetStats', answered(200, { items }))
  expect(await measureVideos.measure([gone], account, credentials, connectIo)).toEqual([{ comments: 0 }])
})

test('playlists and categories are those of YouTube', async () => {
  const { account, credentials, connectIo } = house
  const list = (option: string, query = '') =>
    channelChoices.list({ option, query, account, credentials }, connectIo)
  expect(await list('playlist_ids')).toEqual([
    { value: 'PLfilms', label: 'Films', detail: 'public' },
    { value: 'PLtalks', label: 'Talks', detail: 'public' },
  ])
  expect(await list('playlist_ids', ' talk')).toMatchObject([{ value: 'PLtalks' }])
  expect((await list('category_id')).map(({ value }) => value)).toEqual(['1', '22'])
  const page = answered(200, { items: [{ id: 'PL1' }], nextPageToken: 'more' })
  for (let pages = 0; pages < 9; pages++) house.fake.inject('GET /youtube/v3/playlists', page)
  expect(await list('playlist_ids')).toHaveLength(4)
})
