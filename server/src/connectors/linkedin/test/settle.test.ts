import { afterEach, expect, test } from 'vitest'
import { publishing } from './fake.ts'
import { failureOf, publish, readyToSend, send, settle, stepOf } from './steps.ts'
import { answered, type LinkedinHouse, member, openHouse, page } from './world.ts'

let house: LinkedinHouse
afterEach(() => house.close())

const address = (urn: string) => `https://www.linkedin.com/feed/update/${urn}`

test.each([page, member] as const)(
  'a duplicate shows the named post of %s to a person, and claims nothing',
  async (who) => {
    house = await openHouse(who, { noticesRepeats: true })
    const { remoteId } = await publish(house, stepOf(house, {}))
    const step = await readyToSend(house, stepOf(house, {}))
    const answer = await send(house, step)
    expect(answer).toEqual({ outcome: 'accepted', ref: remoteId, againInMs: 0 })
    const settled = await settle(house, { ...step, ref: remoteId })
    expect(settled).toEqual({
      outcome: 'several',
      posts: [{ remoteId, url: address(remoteId), reference: null }],
    })
    expect(house.fake.posts).toHaveLength(1)
  },
)

test('the list of a page knows our post, whatever a duplicate names', async () => {
  house = await openHouse(page)
  const step = await readyToSend(house, stepOf(house, { text: 'Ours (really) #now' }))
  house.fake.inject(publishing, { kind: 'lose_answer' })
  expect((await failureOf(send(house, step))).kind).toBe('unknown_outcome')
  const settled = await settle(house, { ...step, ref: 'urn:li:share:1' })
  expect(settled).toMatchObject({ outcome: 'published', remoteId: house.fake.posts[0]?.id })
})

test('a comment whose answer was lost is found below the post of a page', async () => {
  house = await openHouse(page)
  const post = await publish(house, stepOf(house, {}))
  const replyTo = { root: post, parent: post }
  const step = await readyToSend(house, stepOf(house, { text: 'First!' }, { part: 'first_comment', replyTo }))
  house.fake.inject(`POST /rest/socialActions/${encodeURIComponent(post.remoteId)}/comments`, {
    kind: 'lose_answer',
  })
  expect((await failureOf(send(house, step))).kind).toBe('unknown_outcome')
  expect(await settle(house, step)).toMatchObject({ outcome: 'published', remoteId: house.fake.posts[1]?.id })
})

test('a list that is shown in part shows nothing', async () => {
  house = await openHouse(page)
  const step = await readyToSend(house, stepOf(house, {}))
  for (const elements of [[{ id: 'urn:li:share:1' }, {}], [7], 'none']) {
    house.fake.inject('GET /rest/posts', answered(200, { elements }))
    expect((await failureOf(settle(house, step))).kind).toBe('unavailable')
  }
})

test('a page without the permission to read posts is blind', async () => {
  house = await openHouse(page, { scopes: 'w_organization_social rw_organization_admin' })
  const { connector, account } = house
  const step = await readyToSend(house, stepOf(house, {}))
  expect(connector.networkClass(account, step.draft).class).toBe('blind')
  expect(await settle(house, step)).toEqual({ outcome: 'not_found' })
})
