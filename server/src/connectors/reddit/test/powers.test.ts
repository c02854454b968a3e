import { afterEach, beforeEach, expect, test } from 'vitest'
import { communityChoices, deletePosts, editPosts, measurePosts } from '../powers.ts'
import { failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, openHouse, type RedditHouse } from './world.ts'

let house: RedditHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

test('a post and a comment are deleted, and what is gone is deleted already', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house)
  const comment = await publish(house, { replyTo: post })
  for (const each of [comment, comment, post, post])
    await deletePosts.delete(each, account, credentials, connectIo)
  expect(house.fake.world.posts[0]?.isDeleted).toBe(true)
  expect(house.fake.world.comments[0]?.isDeleted).toBe(true)
  house.fake.inject('POST /api/del', answered(403, { message: 'Forbidden', error: 403 }))
  const failure = await failureOf(deletePosts.delete(post, account, credentials, connectIo))
  expect(failure.kind).toBe('forbidden')
})

test('the words of a text and of a comment change, and those of other posts do not', async () => {
  const { account, credentials, connectIo } = house
  const edit = async (laid: Parameters<typeof publish>[1], text: string, part: 'post' | 'thread') => {
    const post = await publish(house, laid)
    const about = { post, part, options: {}, text, changes: {} }
    expect(editPosts.refusal(about, account)).toBeNull()
    return [post, await editPosts.edit(about, account, credentials, connectIo)] as const
  }
  const [post, outcome] = await edit({}, 'Corrected <b>', 'post')
  expect(outcome).toBe('edited')
  expect(house.fake.world.posts).toMatchObject([{ title: 'At sea', body: 'Corrected <b>' }])
  await edit({ replyTo: post }, 'Ahoy again', 'thread')
  expect(house.fake.world.comments).toMatchObject([{ body: 'Ahoy again' }])
  const link = await publish(house, { options: { url: 'https://boats.example/' } })
  expect(editPosts.refusal({ post: link, part: 'post', options: {} }, account)).toContain('alone')
  const picture = await publish(house, { media: await pictures(house, 2) })
  expect(editPosts.refusal({ post: picture, part: 'post', options: {} }, account)).toContain('alone')
})

test('a title that was the first line stays, and the words below it change', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house, { options: { title: null }, text: 'Ahoy\n\nAll' })
  const edit = (text: string) =>
    editPosts.edit({ post, part: 'post', options: {}, text, changes: {} }, account, credentials, connectIo)
  expect(await edit('Ahoy\n\nAll of you')).toBe('edited')
  expect(house.fake.world.posts).toMatchObject([{ title: 'Ahoy', body: 'All of you' }])
  const failure = await failureOf(edit('Aye\n\nAll of you'))
  expect(failure).toMatchObject({ kind: 'invalid' })
  expect(failure.message).toContain('first line is the title')
})

test('a text that is gone is not edited', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house)
  await deletePosts.delete(post, account, credentials, connectIo)
  const about = { post, part: 'post' as const, options: {}, text: 'Too late', changes: {} }
  expect(await editPosts.edit(about, account, credentials, connectIo)).toBe('gone')
  expect(house.fake.world.posts).toMatchObject([{ body: 'A day at sea' }])
})

test('figures are points and comments; what is not told is left out', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house)
  const comment = await publish(house, { replyTo: post })
  const measure = () => measurePosts.measure([comment, post], account, credentials, connectIo)
  expect(await measure()).toEqual([{ likes: 1 }, { likes: 1, comments: 1 }])
  const data = { name: post.remoteId, author: 'harbour', ups: -4, num_comments: 1.5 }
  house.fake.inject('GET /api/info', answered(200, { data: { children: [{ kind: 't3', data }] } }))
  expect(await measure()).toEqual([null, {}])
})

test('a hundred posts are measured by one call', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house)
  const before = house.fake.calls.length
  const many = Array.from({ length: measurePosts.most }, () => post)
  const measured = await measurePosts.measure(many, account, credentials, connectIo)
  expect(measured).toHaveLength(100)
  expect(measured.at(-1)).toEqual({ likes: 1, comments: 0 })
  expect(house.fake.calls).toHaveLength(before + 1)
})

test('communities are the own profile, those the account is in, and those that a search finds', async () => {
  const { account, credentials, connectIo } = house
  const list = (query = '') =>
    communityChoices.list({ option: 'subreddit', query, account, credentials }, connectIo)
  const all = await list()
  expect(all.slice(0, 3)).toEqual([
    { value: 'u_harbour', label: 'u/harbour', detail: null },
    { value: 'sailing', label: 'r/sailing', detail: 'All about sailing' },
    { value: 'Asked', label: 'r/Asked', detail: 'Asked & answered' },
  ])
  const child = (name: string) => ({ kind: 't5', data: { display_name: name, title: '' } })
  house.fake.inject(
    'GET /subreddits/search',
    answered(200, { data: { children: [child('Sailing'), child('sailboats')] } }),
  )
  const found = await list(' SAIL')
  expect(found.map(({ value }) => value)).toEqual(['u_harbour', 'sailing', 'sailboats'])
  const page = answered(200, { data: { children: [child('a')], after: 't5_a' } })
  for (let pages = 0; pages < 9; pages++) house.fake.inject('GET /subreddits/mine/subscriber', page)
  const before = house.fake.calls.length
  expect(await list()).toHaveLength(2)
  expect(house.fake.calls).toHaveLength(before + 3)
})

test('a picture is known by its list once it is processed, and can be deleted', async () => {
  const bench = await layOut(house, { media: await pictures(house, 1) })
  const sent = await bench.readyToSend()
  await bench.send(sent)
  const settled = await bench.settle(sent)
  if (settled.outcome !== 'published') throw new Error('It was not found.')
  const { account, credentials, connectIo } = house
  await deletePosts.delete(settled, account, credentials, connectIo)
  expect(house.fake.world.posts[0]?.isDeleted).toBe(true)
})
