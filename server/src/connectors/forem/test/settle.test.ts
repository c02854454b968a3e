import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishing } from './fake.ts'
import { storeArticle } from './fake-world.ts'
import { failureOf, type Laid, layOut } from './steps.ts'
import { answered, type ForemHouse, openHouse, refused } from './world.ts'

let house: ForemHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** An article whose answer was lost; with `arrives` false the request never came to the community. */
async function lose(laid: Laid, arrives = true) {
  const bench = await layOut(house, laid)
  house.fake.inject(publishing, { kind: arrives ? 'lose_answer' : 'drop' })
  expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  const id = Number(bench.step.artefacts.article_id)
  const article = house.fake.world.articles.find((one) => one.id === id)
  if (!article) throw new Error('There is no draft.')
  return { ...bench, article }
}

const byHand = (title: string, published: boolean) => {
  const { world } = house.fake
  const [user] = world.users
  if (!user) throw new Error('There is nobody.')
  const given = { title, body_markdown: title, published, ai_disclosure_level: 'no_ai' }
  return storeArticle(world, user, given, null)
}

test('a lost article is found by its number, below many others; a draft is published again and stays one', async () => {
  const made = await lose({ text: 'Good morning' })
  for (let index = 0; index < 45; index++) byHand(`Other ${index}`, true)
  expect(await made.settle()).toEqual({
    outcome: 'published',
    remoteId: String(made.article.id),
    url: `${house.fake.url}/harbour/${made.article.slug}`,
    reference: null,
  })
  const lost = await lose({ text: 'Good evening' }, false)
  for (let index = 0; index < 25; index++) byHand(`Draft ${index}`, false)
  expect(await lost.settle()).toEqual({ outcome: 'repeat' })
  const address = () => [lost.article.slug, lost.article.publishedAt]
  expect(await lost.send()).toMatchObject({ outcome: 'published' })
  const before = address()
  expect(await lost.send(), 'the same again').toMatchObject({ remoteId: String(lost.article.id) })
  expect(address()).toEqual(before)
  const posts = await house.world.posts()
  expect(posts.filter(({ text }) => text === 'Good evening')).toHaveLength(1)
})

test('an article that somebody deleted proves nothing, and neither does a list that cannot be read', async () => {
  const bench = await lose({ text: 'Was it heard?' })
  const lists = ['GET /api/articles/me/unpublished', 'GET /api/articles/me/published']
  for (const list of lists)
    for (const answer of [answered(200, {}), answered(200, [1]), answered(502, ''), answered(404, '')]) {
      house.fake.inject(list, answer)
      expect((await failureOf(bench.settle())).kind).toBe('unavailable')
    }
  house.fake.inject(lists[0] ?? '', refused(401, 'unauthorized'))
  expect((await failureOf(bench.settle())).kind).toBe('unauthorized')
  // A community that shows the same full page for ever is not asked for ever.
  const page = Array.from({ length: 20 }, (_, index) => ({ id: 90_000 + index, published: true }))
  for (let times = 0; times < 12; times++) house.fake.inject(lists[1] ?? '', answered(200, page))
  const calls = house.fake.calls.length
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  expect(house.fake.calls.length - calls).toBeLessThan(15)
  house.fake.world.articles.splice(0)
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  // Sending it once more is refused, and makes nothing.
  expect((await failureOf(bench.send())).message).toContain('The draft of this article was deleted there')
  expect(house.fake.world.articles).toEqual([])
})
