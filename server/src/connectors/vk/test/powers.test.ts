import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Edit, PublishedPost } from '../../connector.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { callOf, publishing } from './fake.ts'
import { keyOfHarbour, serviceKey } from './fake-world.ts'
import { failureOf, layOut, makeGif, pictures, publish } from './steps.ts'
import { answered, openHouse, openKeyHouse, postNamed, refused, type VkHouse } from './world.ts'

let house: VkHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const edit = (post: PublishedPost, text: string, more: Partial<Edit> = {}) =>
  editPosts.edit(
    { post, part: 'post', options: {}, changes: {}, text, ...more },
    house.account,
    house.credentials,
    house.connectIo,
  )
const remove = (post: PublishedPost) =>
  deletePosts.delete(post, house.account, house.credentials, house.connectIo)
const measure = (...posts: PublishedPost[]) =>
  measurePosts.measure(posts, house.account, house.credentials, house.connectIo)
const comment = (replyTo: PublishedPost) => publish(house, { text: 'First!', part: 'first_comment', replyTo })

describe('an edit', () => {
  test('changes the words, and sends everything that the post has again', async () => {
    const options = {
      link: 'https://boats.example/',
      copyright: 'https://log.example/',
      signed: true,
      close_comments: true,
    }
    const media = [...(await pictures(house, 2)), await makeGif()]
    const post = await publish(house, { text: 'Wih a typo', media, options })
    const shown = postNamed(house.fake, post.remoteId)
    const before = [shown.media, shown.links]
    expect(await edit(post, 'With none', { options })).toBe('edited')
    expect(shown).toMatchObject({
      text: 'With none',
      fields: { signed: '1', close_comments: '1', copyright: 'https://log.example/' },
    })
    expect([shown.media, shown.links]).toEqual(before)
  })

  test('keeps a post that can be seen by a key of its own, and lets VK find the link of the text', async () => {
    const post = await publish(house, { media: await pictures(house, 1) })
    const { media } = postNamed(house.fake, post.remoteId)
    const [photo] = media
    const shown = (attachments: unknown) =>
      answered(200, { response: [{ id: 1, owner_id: -1, attachments }] })
    house.fake.inject(
      callOf('wall.getById'),
      shown([
        { type: 'link', link: { url: 'https://a.example' } },
        { type: 'photo', photo: { id: photo?.id, owner_id: photo?.ownerId, access_key: 'k3y' } },
      ]),
    )
    expect((await failureOf(edit(post, 'New'))).message).toContain(`photo${photo?.ownerId}_${photo?.id}_k3y`)
    house.fake.inject(callOf('wall.getById'), shown([{ type: 'graffiti', graffiti: { id: 1, owner_id: 1 } }]))
    expect(await failureOf(edit(post, 'New'))).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('graffiti'),
    })
    expect(postNamed(house.fake, post.remoteId).text).toBe('A day at sea')
  })

  test('of a comment changes it, and says that one is gone', async () => {
    const post = await publish(house)
    const below = await comment(post)
    const part = 'first_comment'
    expect(await edit(below, 'Second!', { part })).toBe('edited')
    expect(postNamed(house.fake, post.remoteId)).toMatchObject({
      text: 'A day at sea',
      comments: [{ text: 'Second!' }],
    })
    await remove(below)
    await remove(below)
    expect(await edit(below, 'Third!', { part })).toBe('gone')
    expect(postNamed(house.fake, post.remoteId).comments).toMatchObject([
      { isDeleted: true, text: 'Second!' },
    ])
  })
})

test.each([
  [refused(211, "Access to wall's comment denied"), 'forbidden'],
  [
    refused(15, 'Access denied: no access to call this method. It cannot be called with current scopes.'),
    'forbidden',
  ],
  [answered(200, { response: { items: 7 } }), 'unavailable'],
] as const)('a comment of which VK says %j is not taken for gone', async (answer, kind) => {
  const post = await publish(house)
  const below = await comment(post)
  house.fake.inject(callOf('wall.getComment'), answer)
  expect((await failureOf(remove(below))).kind).toBe(kind)
  expect(postNamed(house.fake, post.remoteId).comments).toMatchObject([{ isDeleted: false }])
})

test('a comment that VK lists as deleted, or no more, is gone', async () => {
  const below = await comment(await publish(house))
  for (const items of [[], [{ id: 7, deleted: true }]]) {
    house.fake.inject(callOf('wall.getComment'), answered(200, { response: { items } }))
    expect(await edit(below, 'Other', { part: 'first_comment' })).toBe('gone')
  }
})

test.each([
  [callOf('wall.getById'), refused(6), 'rate_limited'],
  [callOf('wall.getById'), answered(200, { response: { items: 7 } }), 'unavailable'],
  [callOf('wall.delete'), refused(15), 'forbidden'],
  [callOf('wall.delete'), refused(10), 'unavailable'],
] as const)('a deletion whose %s is answered %j is %s', async (call, answer, kind) => {
  const post = await publish(house)
  house.fake.inject(call, answer)
  expect((await failureOf(remove(post))).kind).toBe(kind)
  expect(postNamed(house.fake, post.remoteId).isDeleted).toBe(false)
})

describe('the figures', () => {
  test('of posts are read in one call, and those of comments are not', async () => {
    const [one, other] = [await publish(house), await publish(house)]
    const below = await comment(one)
    await house.world.engage?.(other.remoteId)
    await remove(one)
    const before = house.fake.calls.length
    expect(await measure(one, below, other)).toEqual([
      null,
      {},
      { likes: 240, shares: 12, views: 9_000, comments: 1 },
    ])
    expect(house.fake.calls).toHaveLength(before + 1)
    expect(await measure(below)).toEqual([{}])
  })

  test('that VK does not tell are left out, and a post that says it is deleted is gone', async () => {
    const post = await publish(house)
    const [owner_id, id] = post.remoteId.split('_').map(Number)
    const shown = (more: object) => answered(200, { response: { items: [{ id, owner_id, ...more }] } })
    house.fake.inject(
      callOf('wall.getById'),
      shown({ likes: { count: -1 }, views: { count: '7' }, reposts: 3 }),
    )
    expect(await measure(post)).toEqual([{}])
    house.fake.inject(callOf('wall.getById'), shown({ is_deleted: true }))
    expect(await measure(post)).toEqual([null])
  })
})

test('a post that is none of VK is refused', async () => {
  const post = { remoteId: '../7', url: 'https://vk.com/', reference: null }
  for (const work of [() => remove(post), () => edit(post, 'a'), () => measure(post)])
    expect((await failureOf(work())).kind).toBe('invalid')
})

test('the key of a community deletes and corrects nothing, and measures with a service key alone', async () => {
  await house.close()
  house = await openKeyHouse({ access_token: keyOfHarbour })
  const { account } = house
  const editable = {
    post: { remoteId: '-1_2', url: '', reference: null },
    part: 'post' as const,
    options: {},
  }
  expect(String(deletePosts.refusal(account))).toContain('key of a community')
  expect(String(editPosts.refusal(editable, account))).toContain('key of a community')
  expect(String(measurePosts.refusal(account))).toContain('service key')
  await house.close()
  house = await openKeyHouse({ access_token: keyOfHarbour, service_key: serviceKey })
  expect(measurePosts.refusal(house.account)).toBeNull()
  const post = await publish(house, { media: [await makeGif()] })
  await house.world.engage?.(post.remoteId)
  expect(await measure(post)).toEqual([{ likes: 240, shares: 12, views: 9_000, comments: 1 }])
  const below = await comment(post)
  expect(postNamed(house.fake, post.remoteId).comments.at(-1)).toMatchObject({
    id: Number(below.remoteId.split('_')[2]),
    fromId: -212_979_992,
  })
  expect(layOut(house).step.account.settings.reads).toBe(true)
  expect(house.fake.calls.filter(({ name }) => name === publishing)).toHaveLength(1)
})
