import { afterEach, beforeEach, expect, test } from 'vitest'
import { Failure, type PublishedPost } from '../../connector.ts'
import { measurePosts, photoProof, privacyChoices } from '../powers.ts'
import { calls } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, openHouse, refused, type TikTokHouse } from './world.ts'

let house: TikTokHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

async function publish(options = {}, photos = 0): Promise<PublishedPost> {
  const bench = await layOut(house, { options }, { photos })
  const settled = await bench.settle(await bench.accepted())
  if (settled.outcome !== 'published') throw new Error('It was not published.')
  return settled
}

const list = (query = '') => {
  const { account, credentials, connectIo } = house
  return privacyChoices.list({ option: 'privacy_status', query, account, credentials }, connectIo)
}

test('the choices are what TikTok offers to the account at this moment', async () => {
  expect(await list()).toEqual([
    { value: 'public', label: 'Everyone', detail: null },
    { value: 'friends', label: 'Friends, who follow each other', detail: null },
    { value: 'private', label: 'Only you', detail: null },
  ])
  expect(await list(' ONLY')).toMatchObject([{ value: 'private' }])
  house.fake.state.creator.privacyLevels = ['FOLLOWER_OF_CREATOR', 'SELF_ONLY', 'A_NEW_LEVEL']
  expect((await list()).map(({ value }) => value)).toEqual(['followers', 'private'])
  house.fake.state.refusal = 'spam_risk_too_many_posts'
  expect((await failureOf(list())).kind).toBe('rate_limited')
})

test('an app without an audit offers private posts alone', async () => {
  const app = { ...(await house.connectIo.app()), audit: 'none' }
  house = { ...house, connectIo: { ...house.connectIo, app: async () => app } }
  expect((await list()).map(({ value }) => value)).toEqual(['private'])
})

test('public videos are measured with one call; of what TikTok does not list nothing is known', async () => {
  const { account, credentials, connectIo, world } = house
  const [video, photos, hidden] = [
    await publish(),
    await publish({}, 1),
    await publish({ privacy_status: 'private' }),
  ]
  const gone = {
    ...video,
    remoteId: '7000000000000000000',
    url: 'https://www.tiktok.com/@harbour.co/video/7',
  }
  const unlisted = { ...gone, url: 'https://www.tiktok.com/@harbour.co/photo/7' }
  await world.engage?.(video.remoteId)
  const posts = [gone, video, photos, hidden, unlisted]
  const none = { views: 0, likes: 0, comments: 0, shares: 0 }
  const figures = { views: 1_234, likes: 7, comments: 2, shares: 1 }
  const measured = await measurePosts.measure(posts, account, credentials, connectIo)
  expect(measured).toEqual([null, figures, none, {}, {}])
  expect(house.fake.calls.filter(({ name }) => name === calls.query)).toHaveLength(1)
  expect(await measurePosts.measure([hidden], account, credentials, connectIo)).toEqual([{}])
  const videos = [{ id: video.remoteId, view_count: -1, like_count: '7', comment_count: 0 }]
  house.fake.inject(calls.query, answered(200, { data: { videos }, error: { code: 'ok' } }))
  expect(await measurePosts.measure([video], account, credentials, connectIo)).toEqual([{ comments: 0 }])
  house.fake.inject(calls.query, refused(401, 'scope_not_authorized'))
  const failure = await failureOf(measurePosts.measure([video], account, credentials, connectIo))
  expect(failure.kind).toBe('unauthorized')
})

test('measuring needs a permission that can be left out when connecting', () => {
  expect(measurePosts.refusal(house.account)).toBeNull()
  const settings = { ...house.account.settings, granted: ['user.info.basic', 'video.publish'] }
  expect(measurePosts.refusal({ ...house.account, settings })).toContain('Connect it again')
})

test('the file that verifies the addresses of photos is the operator’s, and there is no other', async () => {
  const { connectIo } = house
  expect(await photoProof.read('tiktokAbC.txt', connectIo)).toBeNull()
  const app = { ...(await connectIo.app()), proof_name: 'tiktokAbC.txt', proof_text: 'tiktok=AbC' }
  const io = { ...connectIo, app: async () => app }
  expect(await photoProof.read('tiktokAbC.txt', io)).toBe('tiktok=AbC')
  expect(await photoProof.read('tiktokAbD.txt', io)).toBeNull()
  const unset = { ...connectIo, app: () => Promise.reject(new Failure('app_unusable', 'None is set.')) }
  expect(await photoProof.read('tiktokAbC.txt', unset)).toBeNull()
})
