import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject, type Json } from '../../../lib/json/json.ts'
import { keyOfHarbour, serviceKey } from './fake-world.ts'
import { pictures, publish } from './steps.ts'
import { openHouse, type VkHouse } from './world.ts'

// A fake that takes what VK refuses proves nothing.
let house: VkHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const harbour = '-212979992'

async function ask(method: string, parameters: Record<string, string> = {}, token?: string): Promise<Json> {
  const access = token ?? String(house.credentials.access_token)
  const headers = { authorization: `Bearer ${access}` }
  const body = new URLSearchParams({ v: '5.199', ...parameters })
  const answer = await fetch(`${house.fake.url}/method/${method}`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return JSON.parse(await answer.text())
}

const codeOf = async (...asked: Parameters<typeof ask>) =>
  asObject(asObject(await ask(...asked))?.error)?.error_code ?? null

describe('it refuses', () => {
  test.each<[string, number, Parameters<typeof ask>]>([
    ['an unknown method', 3, ['wall.shout']],
    ['a call of another version', 8, ['wall.get', { v: '4.0', owner_id: harbour }]],
    ['a call without a token', 5, ['wall.get', { owner_id: harbour }, '']],
    ['an unknown token', 5, ['wall.get', { owner_id: harbour }, 'nobody']],
    ['a post of an app', 28, ['wall.post', { owner_id: harbour, message: 'A' }, serviceKey]],
    ['a list for the key of a community', 27, ['wall.get', { owner_id: harbour }, keyOfHarbour]],
    ['a photo for the key of a community', 27, ['photos.getWallUploadServer', {}, keyOfHarbour]],
    [
      'a deletion by the key of a community',
      27,
      ['wall.delete', { owner_id: harbour, post_id: '1' }, keyOfHarbour],
    ],
    ['a post on a strange wall', 214, ['wall.post', { owner_id: '-1', message: 'A' }]],
    ['a post that says nothing', 100, ['wall.post', { owner_id: harbour, message: ' ' }]],
    ['a post that is too long', 100, ['wall.post', { owner_id: harbour, message: 'a'.repeat(15_896) }]],
    ['an owner that is no number', 100, ['wall.post', { owner_id: 'harbour', message: 'A' }]],
    ['a photo that nobody saved', 100, ['wall.post', { owner_id: harbour, attachments: 'photo-1_1' }]],
    [
      'two links',
      100,
      ['wall.post', { owner_id: harbour, attachments: 'https://a.example,https://b.example' }],
    ],
    ['eleven attachments', 100, ['wall.post', { owner_id: harbour, attachments: 'photo-1_1,'.repeat(11) }]],
    ['a list that is too long', 100, ['wall.get', { owner_id: harbour, count: '101' }]],
    [
      'a comment on a post that is not there',
      15,
      ['wall.createComment', { owner_id: harbour, post_id: '1', message: 'A' }],
    ],
    ['a file that did not come', 105, ['docs.save', { file: 'a' }]],
    [
      'a photo of another server',
      118,
      ['photos.saveWallPhoto', { user_id: '743784474', photo: '[]', server: '1', hash: 'a' }],
    ],
  ])('%s', async (_, code, asked) => {
    expect(await codeOf(...asked)).toBe(code)
  })

  test('the fifty-first post of a day', async () => {
    for (let count = house.fake.world.posts.length; count < 50; count++)
      expect(await codeOf('wall.post', { owner_id: harbour, message: `A ${count}` })).toBeNull()
    expect(await codeOf('wall.post', { owner_id: harbour, message: 'One more' })).toBe(214)
    house.fake.world.posts.splice(0)
  })

  test('a second file at an address, and access in it', async () => {
    await publish(house, { media: await pictures(house, 1) })
    const call = house.fake.calls.find(({ name }) => name === 'POST /c856312/upload.php')
    const answer = await fetch(`${house.fake.url}${call?.url.pathname}${call?.url.search}`, {
      method: 'POST',
    })
    expect(await answer.json()).toEqual({ error: 'Security Breach' })
  })
})

test('a guid is the same post only once that is made', async () => {
  const post = { owner_id: harbour, message: 'Once', guid: 'a-guid' }
  const first = await ask('wall.post', post)
  expect(await ask('wall.post', post)).toEqual(first)
  const before = house.fake.world.posts.length
  house.fake.world.nextWorkMs = 300
  await Promise.all([1, 2].map(() => ask('wall.post', { ...post, guid: 'another' })))
  expect(house.fake.world.posts).toHaveLength(before + 2)
})

test('an edit without attachments takes them away', async () => {
  const post = await publish(house, { media: await pictures(house, 1) })
  const [owner_id = '', post_id = ''] = post.remoteId.split('_')
  await ask('wall.edit', { owner_id, post_id, message: 'Words' })
  expect(house.fake.world.posts.at(-1)).toMatchObject({ text: 'Words', media: [] })
})
