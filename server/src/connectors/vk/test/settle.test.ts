import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommitStep, PublishedPost } from '../../connector.ts'
import { callOf, listing, publishing } from './fake.ts'
import { type FakePost, keyOfHarbour, serviceKey } from './fake-world.ts'
import { type Bench, failureOf, layOut, makeGif, pictures, publish } from './steps.ts'
import { answered, makeFile, openHouse, openKeyHouse, type VkHouse } from './world.ts'

let house: VkHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

async function lose(bench: Bench, call = publishing): Promise<CommitStep> {
  const sent = await bench.readyToSend()
  house.fake.inject(call, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(sent))).kind).toBe('unknown_outcome')
  return sent
}

const last = (): FakePost => {
  const post = house.fake.world.posts.at(-1)
  if (!post) throw new Error('There is no post.')
  return post
}

/** Changes the post that was made last. */
function change(changes: Partial<FakePost>): void {
  house.fake.world.posts[house.fake.world.posts.length - 1] = { ...last(), ...changes }
}

test.each([
  ['a text', async () => layOut(house)],
  ['a text of several lines', async () => layOut(house, { text: ' One  two\n\nthree ' })],
  ['a link alone', async () => layOut(house, { text: '', options: { link: 'https://boats.example/a' } })],
  ['pictures', async () => layOut(house, { media: await pictures(house, 3) })],
  ['an animation', async () => layOut(house, { media: [await makeGif()] })],
  ['a video and a document', async () => layOut(house, { media: [makeFile('video'), makeFile('document')] })],
])('%s whose answer was lost is found', async (_, lay) => {
  const bench = await lay()
  const sent = await lose(bench)
  const remoteId = `-212979992_${last().id}`
  const url = `https://vk.com/wall${remoteId}`
  expect(await bench.settle(sent)).toEqual({ outcome: 'published', remoteId, url, reference: null })
})

test.each([
  ['With @harbour', 'With [club212979992|@harbour]'],
  ['By @anna_at_sea (Anna)', 'By [id743784474|Anna]'],
  ['See [club1|the harbour]', 'See [club1|the harbour]'],
  ['"Tea" & <cake> isn\'t &amp;', '&quot;Tea&quot; &amp; &lt;cake&gt; isn&#39;t &amp;amp;'],
])('a mention or a sign as VK writes it is the same text: %s', async (text, shown) => {
  const bench = layOut(house, { text })
  const sent = await lose(bench)
  change({ text: shown })
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published' })
})

test('the card of a link that VK attaches by itself does not matter', async () => {
  const bench = layOut(house, { text: 'See https://boats.example/a' })
  const sent = await lose(bench)
  change({ links: ['https://boats.example/a'] })
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published' })
})

test.each<[string, Partial<FakePost>]>([
  ['another text', { text: 'On land' }],
  ['another author', { fromId: 743_784_474 }],
  ['a time before ours', { date: Math.floor(Date.now() / 1_000) - 120 }],
])('a text that differs by %s is not ours', async (_, changes) => {
  const bench = layOut(house)
  const sent = await lose(bench)
  change(changes)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('the same words with other media are not ours', async () => {
  const bench = layOut(house, { media: await pictures(house, 2) })
  const sent = await lose(bench)
  const { media } = last()
  change({ media: media.slice(1) })
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  change({ media })
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published' })
})

test('a post that was there before is not ours, and two that could be are shown to a person', async () => {
  const earlier = await publish(house)
  const bench = layOut(house)
  const sent = await lose(bench)
  house.fake.world.posts.pop()
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  const [later, latest] = [await publish(house), await publish(house)]
  const settled = JSON.stringify(await bench.settle(sent))
  expect(settled).toContain('several')
  for (const { remoteId } of [later, latest]) expect(settled).toContain(remoteId)
  expect(settled).not.toContain(earlier.remoteId)
})

test('an old post that is pinned stands first and hides nothing', async () => {
  await publish(house, { text: 'Pinned' })
  change({ isPinned: true })
  const bench = layOut(house)
  const sent = await lose(bench)
  expect(await bench.settle(sent)).toMatchObject({ remoteId: `-212979992_${last().id}` })
})

test('a list that is not read whole says nothing', async () => {
  const bench = layOut(house)
  const sent = await lose(bench)
  for (const items of [[{ id: '?' }], [7], null]) {
    house.fake.inject(listing, answered(200, { response: { items } }))
    expect((await failureOf(bench.settle(sent))).kind).toBe('unavailable')
  }
})

test('a comment whose answer was lost is found below its post, and the words of somebody else are not ours', async () => {
  const post = await publish(house)
  const lay = (replyTo: PublishedPost) => layOut(house, { text: 'First!', part: 'first_comment', replyTo })
  const bench = lay(post)
  const sent = await bench.readyToSend()
  last().comments.push({
    id: 9,
    fromId: 1,
    date: Math.floor(Date.now() / 1_000),
    text: 'First!',
    isDeleted: false,
  })
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  const lost = await lose(lay(post), callOf('wall.createComment'))
  const comment = last().comments.at(-1)
  expect(comment).toMatchObject({ fromId: -212_979_992, text: 'First!' })
  expect(await bench.settle({ ...lost, artefacts: sent.artefacts })).toMatchObject({
    outcome: 'published',
    remoteId: `${post.remoteId}_${comment?.id}`,
  })
})

test('with the key of a community alone nothing can be found, and nothing is asked', async () => {
  await house.close()
  house = await openKeyHouse({ access_token: keyOfHarbour })
  expect(house.connector.networkClass(house.account, layOut(house).step.draft).class).toBe('blind')
  const bench = layOut(house)
  const sent = await lose(bench)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  expect(house.fake.calls.filter(({ name }) => name === listing)).toEqual([])
})

test('with a service key beside it the wall is read by that', async () => {
  await house.close()
  house = await openKeyHouse({ access_token: keyOfHarbour, service_key: serviceKey })
  expect(house.connector.networkClass(house.account, layOut(house).step.draft).class).toBe('list')
  const bench = layOut(house)
  const sent = await lose(bench)
  expect(await bench.settle(sent)).toMatchObject({ remoteId: `-212979992_${last().id}` })
  const listings = house.fake.calls.filter(({ name }) => name === listing)
  expect(new Set(listings.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`Bearer ${serviceKey}`]),
  )
})
