import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashnode } from '../connector.ts'
import { publishing } from './fake.ts'
import { newObjectId, publishContent } from './fake-world.ts'
import { failureOf, type Laid, layOut } from './steps.ts'
import { answered, type HashnodeHouse, openHouse, refused } from './world.ts'

let house: HashnodeHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
afterEach(() => {
  house.fake.world.posts.splice(0)
  house.fake.world.remembersMs = 0
  house.fake.world.remembered.clear()
})

/** An article whose answer was lost; with `arrives` false the request never came to Hashnode. */
async function lose(laid: Laid, arrives = true) {
  const bench = await layOut(house, laid)
  house.fake.inject(publishing, { kind: arrives ? 'lose_answer' : 'drop' })
  expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  return bench
}

/** Publishes the newest draft again by hand, with other words or as it is. */
function byHand(more: { title?: string; markdown?: string } = {}) {
  const draft = house.fake.world.drafts.at(-1)
  if (!draft) throw new Error('There is no draft.')
  return publishContent(house.fake.world, { ...draft, id: newObjectId(), ...more })
}

test('a lost article is found by its mark, below many others and none with the same words', async () => {
  const made = await lose({ text: 'Good morning' })
  const [post] = house.fake.world.posts
  for (let index = 0; index < 45; index++) byHand({ markdown: 'Good morning' })
  expect(await made.settle()).toEqual({
    outcome: 'published',
    remoteId: post?.id,
    url: 'https://harbour.hashnode.dev/good-morning',
    reference: null,
  })
  for (let index = 0; index < 15; index++) byHand({ markdown: 'Good morning' })
  const asked = house.fake.calls.length
  expect(await made.settle(), 'below more than anybody reads').toEqual({ outcome: 'not_found' })
  expect(house.fake.calls.length - asked).toBe(3)
})

test('one that never arrived is not found, and neither is one that Hashnode does not show yet', async () => {
  const lost = await lose({ text: 'Did it leave?' }, false)
  house.fake.world.remembersMs = 400
  expect(await lost.settle()).toEqual({ outcome: 'not_found' })
  expect(await lost.send()).toMatchObject({ outcome: 'published' })
  expect(await lost.settle(), 'from memory').toEqual({ outcome: 'not_found' })
  await pause(450)
  expect(await lost.settle()).toMatchObject({ outcome: 'published' })
  // The draft is gone, so that the same call again makes nothing.
  expect((await failureOf(lost.send())).kind).toBe('invalid')
  expect(await house.world.posts()).toHaveLength(1)
})

test('two calls that meet make two articles of one draft, of which a person is shown both', async () => {
  const bench = await layOut(house, { text: 'Twice' })
  house.fake.world.publishesMs = 100
  await Promise.all([bench.send(), bench.send()])
  const ids = house.fake.world.posts.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const settled = await bench.settle()
  if (settled.outcome !== 'several') throw new Error(`It is ${settled.outcome}.`)
  expect(settled.posts.map(({ remoteId }) => remoteId).toSorted()).toEqual(ids.toSorted())
  expect(hashnode.networkClass(house.account, bench.step.draft).class).toBe('list')
})

test('a list that cannot be read proves nothing', async () => {
  const bench = await lose({ text: 'Was it heard?' })
  const whole = { pageInfo: { hasNextPage: false, endCursor: null } }
  const listed = (posts: object | null) => answered(200, { data: { publication: { posts } } })
  const answers = [
    answered(200, {}),
    answered(502, ''),
    answered(200, { data: { publication: null } }),
    listed(null),
    listed({ ...whole, edges: [{ node: null }] }),
    listed({ ...whole, edges: 'none' }),
    answered(200, {
      data: { publication: { posts: { ...whole, edges: [] } } },
      errors: [{ message: 'In part.' }],
    }),
    refused('INTERNAL_SERVER_ERROR'),
  ]
  for (const answer of answers) {
    house.fake.inject('Posts', answer)
    expect([answer.body, (await failureOf(bench.settle())).kind]).toEqual([answer.body, 'unavailable'])
  }
  house.fake.inject('Posts', refused('UNAUTHENTICATED'))
  expect((await failureOf(bench.settle())).kind).toBe('unauthorized')
})
