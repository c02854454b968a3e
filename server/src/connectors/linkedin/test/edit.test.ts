import { afterEach, expect, test } from 'vitest'
import type { Account } from '../../connector.ts'
import { edits } from '../edit.ts'
import { failureOf, publish, stepOf } from './steps.ts'
import { answered, type LinkedinHouse, member, openHouse, page } from './world.ts'

let house: LinkedinHouse
afterEach(() => house.close())

const editing = (post: Awaited<ReturnType<typeof publish>>, text: string) =>
  edits.edit(
    { post, part: 'post', options: {}, text, changes: {} },
    house.account,
    house.credentials,
    house.connectIo,
  )

test('the words of a post change, and its signs and hashtags live', async () => {
  house = await openHouse(page)
  const other = await publish(house, stepOf(house, { text: 'To stay' }))
  const post = await publish(house, stepOf(house, { text: 'Opne' }))
  for (const _ of [1, 2]) expect(await editing(post, 'Open (today) * 5_000 #harbour')).toBe('edited')
  expect(house.fake.posts.map(({ id, text }) => [id, text])).toEqual([
    [other.remoteId, 'To stay'],
    [post.remoteId, 'Open (today) * 5_000 #harbour'],
  ])
  expect(house.fake.posts[1]?.body).toMatchObject({
    commentary: 'Open \\(today\\) \\* 5\\_000 {hashtag|\\#|harbour}',
    visibility: 'PUBLIC',
  })
})

test('a post that is gone is told, and what LinkedIn refuses or cannot do says so', async () => {
  house = await openHouse(page)
  const post = await publish(house, stepOf(house, { text: 'Opne' }))
  const name = `POST /rest/posts/${encodeURIComponent(post.remoteId)}`
  for (const [status, kind] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [422, 'invalid'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
  ] as const) {
    house.fake.inject(name, answered(status, { status, message: 'No' }))
    expect((await failureOf(editing(post, 'Open'))).kind).toBe(kind)
  }
  expect(house.fake.posts.map(({ text }) => text)).toEqual(['Opne'])
  expect(await editing({ ...post, remoteId: 'urn:li:share:5' }, 'Open')).toBe('gone')
})

test('a comment stays as it is, and the permission to write may be lacking', async () => {
  house = await openHouse(page)
  const post = { remoteId: 'urn:li:share:5', url: '', reference: null }
  const about = { post, part: 'post' as const, options: {} }
  expect(edits.refusal(about, house.account)).toBeNull()
  expect(String(edits.refusal({ ...about, part: 'first_comment' }, house.account))).toContain('by hand')
  const without: Account = { id: 'a', externalId: member, username: 'Ada', settings: { granted: [] } }
  expect(String(edits.refusal(about, without))).toContain('w_member_social')
})
