import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Posting, startPosting, tomorrow } from '../api/posting.ts'
import { setState } from '../set-state.ts'

let posting: Posting
let published = ''
beforeAll(async () => {
  posting = await startPosting()
  const body = { caption: 'words', social_accounts: [posting.harbour], scheduled_at: tomorrow }
  published = (await posting.create(body)).json.id
  await setState(posting.house, published, 'published')
  await posting.create(body)
})
afterAll(() => posting.house.stop())

const get = (path: string) => posting.house.request('GET', path)

const lists = [
  '/v1/posts',
  '/v1/post-results',
  '/v1/media',
  '/v1/social-accounts',
  '/v1/social-accounts/connect-links',
  '/v1/platforms',
  '/v1/analytics',
]

it.each(lists)('%s has up to 200 rows on a page, and says so', async (path) => {
  expect(await get(`${path}?limit=200`)).toMatchObject({ status: 200, json: { meta: { limit: 200 } } })
  expect((await get(`${path}?limit=201`)).json.errors).toMatchObject([
    { pointer: '?limit', code: 'too_large' },
  ])
})

it.each(lists.filter((path) => path !== '/v1/platforms'))(
  '%s tells with a cursor how many rows there are where that costs nothing',
  async (path) => {
    const { json } = await get(`${path}?cursor=&limit=200`)
    expect(json.meta.total).toBe(json.data.length)
  },
)

it('a page that is a part of many posts has no total with a cursor', async () => {
  expect((await get('/v1/posts?cursor=&limit=1')).json.meta.total).toBeUndefined()
  expect((await get('/v1/posts?limit=1')).json.meta.total).toBe(2)
})

describe('posts', () => {
  it('that were posted are also found as published', async () => {
    const idsOf = async (query: string) =>
      (await get(`/v1/posts?status=${query}`)).json.data.map(({ id }: { id: string }) => id)
    expect(await idsOf('published')).toEqual([published])
    expect(await idsOf('posted')).toEqual([published])
    expect(await idsOf('published,scheduled')).toHaveLength(2)
    expect((await get(`/v1/posts/${published}`)).json.status).toBe('posted')
  })
})

describe('social accounts', () => {
  const named = async (query: string) =>
    (await get(`/v1/social-accounts?${query}`)).json.data.map(({ id }: { id: string }) => id)

  it('are found by username', async () => {
    expect(await named('username=harbour')).toEqual([posting.harbour])
    expect(await named('username=@Harbour')).toEqual([posting.harbour])
    expect(await named('username=harbour,flour')).toHaveLength(2)
    expect(await named('username=nobody')).toEqual([])
  })

  it('say whether they must be connected again', async () => {
    const needs = async () =>
      (await get(`/v1/social-accounts/${posting.flour}`)).json.needs_reconnect as boolean
    expect(await needs()).toBe(false)
    await posting.house.db.run(sql`
      update social_accounts set status = 'needs_reconnect' where id = ${posting.flour}`)
    expect(await needs()).toBe(true)
  })
})

it('media carry their facts in an object', async () => {
  const { json } = await get('/v1/media')
  expect(json.data[0].object).toEqual({
    isDeleted: false,
    url: posting.picture.url,
    size_bytes: json.data[0].size_bytes,
    name: 'picture.jpg',
  })
})

it.each([
  '/v1/post-results?post_id=',
  '/v1/post-results?status=any&post_id=,',
  '/v1/post-results?social_account_id[]=',
  '/v1/posts?status=',
  '/v1/posts?text=',
  '/v1/posts?from=',
  '/v1/media?name=',
  '/v1/media?type=',
  '/v1/social-accounts?username=',
  '/v1/social-accounts?platform=sandbox,',
])('an empty filter finds nothing, and is refused: %s', async (path) => {
  const { status, json } = await get(path)
  expect(status).toBe(422)
  expect(json.errors).toHaveLength(1)
  expect(json.errors[0].pointer).toMatch(/^\?\w+$/)
})
