import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { calls } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { openHouse, type TikTokHouse } from './world.ts'

let house: TikTokHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)
const infoOf = (name: string): JsonObject => JSON.parse(String(callsOf(name).at(-1)?.body)).post_info

test('the words and choices of a video are TikTok’s', async () => {
  const options = {
    privacy_status: 'friends',
    allow_comment: true,
    allow_stitch: true,
    is_aigc: true,
    video_cover_timestamp_ms: 1_500,
    disclose_branded_content: true,
    disclose_your_brand: true,
  }
  const bench = await layOut(house, { text: 'At sea #waves @tide', options })
  await bench.accepted()
  expect(infoOf(calls.beginVideo)).toEqual({
    title: 'At sea #waves @tide',
    privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
    disable_comment: false,
    disable_duet: true,
    disable_stitch: false,
    video_cover_timestamp_ms: 1_500,
    brand_content_toggle: true,
    brand_organic_toggle: true,
    is_aigc: true,
  })
})

test('the words and choices of photos are TikTok’s, and a draft of them has the words alone', async () => {
  const options = { title: 'A day', auto_add_music: true, allow_comment: true }
  const bench = await layOut(house, { options }, { photos: 2 })
  await bench.accepted()
  expect(infoOf(calls.photos)).toEqual({
    title: 'A day',
    description: 'A day at sea',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    disable_comment: false,
    brand_content_toggle: false,
    brand_organic_toggle: false,
    auto_add_music: true,
  })
  const draft = await layOut(house, { options: { ...options, draft: true } }, { photos: 1 })
  await draft.accepted()
  expect(infoOf(calls.photos)).toEqual({ title: 'A day', description: 'A day at sea' })
})

test('what the account has switched off stays off whatever the post asks for', async () => {
  Object.assign(house.fake.state.creator, { commentDisabled: true, duetDisabled: true, stitchDisabled: true })
  const options = { allow_comment: true, allow_duet: true, allow_stitch: true }
  for (const photos of [0, 1]) await (await layOut(house, { options }, { photos })).accepted()
  expect(infoOf(calls.beginVideo)).toMatchObject({
    disable_comment: true,
    disable_duet: true,
    disable_stitch: true,
  })
  expect(infoOf(calls.photos)).toMatchObject({ disable_comment: true })
})

test('how the account may post is asked anew for each post, and a post that it may not make is refused', async () => {
  for (const photos of [0, 1]) {
    await (await layOut(house, {}, { photos })).accepted()
  }
  expect(callsOf(calls.creator)).toHaveLength(2)
  house.fake.state.creator.privacyLevels = ['FOLLOWER_OF_CREATOR', 'SELF_ONLY', 'A_NEW_LEVEL']
  for (const photos of [0, 1]) {
    const bench = await layOut(house, {}, { photos })
    expect(await failureOf(bench.prepare())).toMatchObject({
      kind: 'invalid',
      platformCode: 'privacy_level_option_mismatch',
      message: 'TikTok does not offer “Everyone” to this account now. Choose who can see the post anew.',
    })
  }
  house.fake.state.creator.maxVideoSeconds = 5
  const long = await layOut(house, { options: { privacy_status: 'private' } })
  expect(await failureOf(long.prepare())).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('up to 5 seconds'),
  })
  expect(house.fake.publications).toHaveLength(2)
})

test('photos have new addresses with each preparation', async () => {
  const bench = await layOut(house, {}, { photos: 2 })
  const [first, second] = [await bench.prepare(), await bench.prepare()]
  const addresses = [first, second].flatMap(({ artefacts }) => artefacts.photos as string[])
  expect(new Set(addresses).size).toBe(4)
})

test('without an audit TikTok takes private posts of private accounts, and says why it takes no other', async () => {
  house.fake.state.isAudited = false
  for (const privacy of ['public', 'private']) {
    const bench = await layOut(house, { options: { privacy_status: privacy } })
    expect(await failureOf(bench.prepare())).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('not audited the app'),
    })
  }
  house.fake.state.creator.privacyLevels = ['FOLLOWER_OF_CREATOR', 'SELF_ONLY']
  const bench = await layOut(house, { options: { privacy_status: 'private' } })
  expect(await bench.settle(await bench.accepted())).toMatchObject({ outcome: 'published' })
})

test('photos at addresses that the app has not verified are the operator’s to mend', async () => {
  house.fake.state.isVerified = false
  const bench = await layOut(house, {}, { photos: 1 })
  expect(await failureOf(bench.accepted())).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('URL properties'),
  })
})
