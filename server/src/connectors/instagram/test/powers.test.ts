import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '../../connector.ts'
import { deletePower, measurePower } from '../powers.ts'
import { mustPublish, pictures } from './steps.ts'
import { type InstagramHouse, openHouse, refused } from './world.ts'

let house: InstagramHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const account = (login: string, ...granted: string[]): Account => ({
  id: 'an-account',
  externalId: '1',
  username: 'harbour',
  settings: { login, granted },
})

test('posts are deleted through Facebook alone, and with its permission', () => {
  expect(deletePower.refusal(account('facebook', 'instagram_manage_contents'))).toBeNull()
  expect(String(deletePower.refusal(account('facebook')))).toContain('instagram_manage_contents')
  expect(String(deletePower.refusal(account('instagram', 'instagram_manage_contents')))).toContain('Facebook')
})

test('a post is deleted, twice if need be, and one that may not be deleted is not taken for gone', async () => {
  const post = await mustPublish(house, { media: await pictures(1) })
  const remove = () =>
    deletePower.delete(post, house.account, house.credentials, house.io({ commit: null, media: new Map() }))
  house.fake.inject(`DELETE /v25.0/${post.remoteId}`, refused(400, { code: 100, error_subcode: 33 }))
  await expect(remove()).rejects.toMatchObject({ kind: 'forbidden' })
  expect(house.fake.world.posts).toHaveLength(1)
  await remove()
  expect(house.fake.world.posts).toEqual([])
  await remove()
})

test('figures need their permission of each login', () => {
  expect(measurePower.refusal(account('facebook', 'instagram_manage_insights'))).toBeNull()
  expect(measurePower.refusal(account('instagram', 'instagram_business_manage_insights'))).toBeNull()
  expect(String(measurePower.refusal(account('instagram')))).toContain('instagram_business_manage_insights')
})

test('a post is measured, a story by fewer figures, and one that is gone by none', async () => {
  const post = await mustPublish(house, { media: await pictures(1) })
  const story = await mustPublish(house, { media: await pictures(1), options: { placement: 'story' } })
  const gone = { ...post, remoteId: '17899999999999999' }
  const measure = (...posts: (typeof post)[]) =>
    measurePower.measure(
      posts,
      house.account,
      house.credentials,
      house.io({ commit: null, media: new Map() }),
    )
  expect(await measure(post, story, gone)).toEqual([
    { views: 120, reach: 80, likes: 12, comments: 3, saves: 2, shares: 1 },
    { views: 120, reach: 80, shares: 1 },
    null,
  ])
  house.fake.inject(
    `GET /v25.0/${story.remoteId}/insights`,
    refused(400, { code: 10, message: 'Not enough viewers' }),
  )
  expect(await measure(story)).toEqual([{}])
})
