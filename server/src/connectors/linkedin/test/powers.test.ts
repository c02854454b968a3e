import { afterEach, expect, test } from 'vitest'
import type { Account } from '../../connector.ts'
import { deletes } from '../delete.ts'
import { measures } from '../measure.ts'
import { allScopes } from './fake.ts'
import { failureOf, publish, stepOf } from './steps.ts'
import { answered, type LinkedinHouse, member, openHouse, page } from './world.ts'

let house: LinkedinHouse
afterEach(() => house.close())

const without: Account = { id: 'a', externalId: member, username: 'Ada', settings: { granted: [] } }

test('a post and its comment are deleted, and so is one that is gone already', async () => {
  house = await openHouse(page)
  const { account, credentials, connectIo: io } = house
  const post = await publish(house, stepOf(house, {}))
  const replyTo = { root: post, parent: post }
  const comment = await publish(house, stepOf(house, { text: 'First!' }, { part: 'first_comment', replyTo }))
  await deletes.delete(comment, account, credentials, io)
  expect(house.fake.posts.map(({ id }) => id)).toEqual([post.remoteId])
  await deletes.delete(post, account, credentials, io)
  await deletes.delete(post, account, credentials, io)
  expect(house.fake.posts).toEqual([])
})

test('a deletion that LinkedIn refuses or that does not work says so', async () => {
  house = await openHouse(page)
  const { account, credentials, connectIo: io } = house
  const post = await publish(house, stepOf(house, {}))
  const name = `DELETE /rest/posts/${encodeURIComponent(post.remoteId)}`
  for (const [status, kind] of [
    [403, 'forbidden'],
    [500, 'unavailable'],
    [429, 'rate_limited'],
  ] as const) {
    house.fake.inject(name, answered(status, { status, message: 'No' }))
    expect((await failureOf(deletes.delete(post, account, credentials, io))).kind).toBe(kind)
  }
})

test('the posts of a page are measured in one call, in their order', async () => {
  house = await openHouse(page)
  const { account, credentials, connectIo: io } = house
  const one = await publish(house, stepOf(house, { text: 'One' }))
  const two = await publish(house, stepOf(house, { text: 'Two' }))
  const unseen = { remoteId: 'urn:li:ugcPost:5', url: '', reference: null }
  const comment = { remoteId: `urn:li:comment:(${two.remoteId},7)`, url: '', reference: null }
  const figures = { views: 900, reach: 700, likes: 50, comments: 6, shares: 3, clicks: 12 }
  const measured = await measures.measure([two, unseen, comment, one], account, credentials, io)
  expect(measured).toEqual([figures, {}, {}, figures])
  expect(house.fake.calls.filter(({ name }) => name.includes('Statistics'))).toHaveLength(1)
})

test('the posts of a person are measured one by one; one that is gone has no figures', async () => {
  house = await openHouse(member, { scopes: allScopes })
  const { account, credentials, connectIo: io } = house
  const post = await publish(house, stepOf(house, {}))
  const gone = { remoteId: 'urn:li:share:5', url: '', reference: null }
  const figures = { views: 10, reach: 11, likes: 13, comments: 14, shares: 12, saves: 15 }
  expect(await measures.measure([post, gone], account, credentials, io)).toEqual([figures, null])
  const unknown = answered(400, { status: 400, code: 'INVALID_VALUE_FOR_FIELD', message: 'POST_SAVE' })
  const name = 'GET /rest/memberCreatorPostAnalytics'
  for (let call = 0; call < 5; call++) house.fake.inject(name, { kind: 'slow', ms: 0 })
  house.fake.inject(name, unknown)
  const { saves: _, ...others } = figures
  expect(await measures.measure([post], account, credentials, io)).toEqual([others])
})

test('a power names the permission that an account lacks', async () => {
  house = await openHouse(member)
  expect(deletes.refusal(house.account)).toBeNull()
  expect(String(deletes.refusal(without))).toContain('w_member_social')
  expect(String(measures.refusal(house.account))).toContain('r_member_postAnalytics')
  expect(String(measures.refusal({ ...without, externalId: page }))).toContain('r_organization_social')
})
