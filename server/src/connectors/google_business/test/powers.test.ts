import { afterEach, beforeEach, expect, test } from 'vitest'
import { deletePosts, editPosts } from '../powers.ts'
import { calls } from './fake.ts'
import { failureOf, publish } from './steps.ts'
import { answered, type BusinessHouse, openHouse, refused } from './world.ts'

let house: BusinessHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const edit = async (remoteId: string, text: string) => {
  const post = { remoteId, url: '', reference: null }
  const edited = { post, part: 'post' as const, options: {}, text, changes: {} }
  return editPosts.edit(edited, house.account, house.credentials, house.connectIo)
}

test('an edit changes the text, and nothing beside it', async () => {
  const event = { title: 'A regatta', start_date: '2030-05-01' }
  const { remoteId } = await publish(house, { options: { event } })
  expect(await edit(remoteId, 'Two days at sea')).toBe('edited')
  const [post] = house.fake.world.posts
  expect(post).toMatchObject({ summary: 'Two days at sea', resource: { event: { title: 'A regatta' } } })
  const asked = house.fake.calls.find(({ name }) => name === calls.edit)
  expect(asked?.url.search).toBe('?updateMask=summary')
})

test('only Google’s own word says that a post is gone', async () => {
  const { remoteId } = await publish(house)
  const post = { remoteId, url: '', reference: null }
  const remove = () => deletePosts.delete(post, house.account, house.credentials, house.connectIo)
  for (const answer of [answered(404, '<h1>404</h1>'), refused(400, 'FAILED_PRECONDITION')]) {
    house.fake.inject(calls.delete, answer)
    expect((await failureOf(remove())).kind).toBe('invalid')
    house.fake.inject(calls.edit, answer)
    expect((await failureOf(edit(remoteId, 'x'))).kind).toBe('invalid')
  }
  await remove()
  expect(house.fake.world.posts).toEqual([])
  expect(await edit(remoteId, 'x')).toBe('gone')
})

test('a post keeps its id when its location moves to another account', async () => {
  const { remoteId } = await publish(house)
  const moved = { ...house.account, settings: { ...house.account.settings, account_id: '102' } }
  const post = { remoteId, url: '', reference: null }
  await deletePosts.delete(post, moved, house.credentials, house.connectIo)
  expect(house.fake.world.posts).toEqual([])
})
