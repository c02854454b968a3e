// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { colleague } from '../approving.ts'
import { accountElsewhere, otherPlatforms } from '../example-accounts.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
let sky: string
/** Ids by a name, oldest first. */
const posts = new Map<string, string>()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  sky = newId()
  await house.db.run(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
      settings)
    values (${house.workspaceId}, ${sky}, 'live', ${accountElsewhere.platform}, 'x', 'sky.example', 'Sky', 'https://n.example',
      ${JSON.stringify(accountElsewhere.settings)}::jsonb)`)
  const make = async (name: string, body: object) => {
    const { json } = await house.request('POST', '/v1/posts', {
      body: { social_accounts: [harbour], ...body },
    })
    posts.set(name, json.id)
  }
  await make('bread', {
    caption: 'Autumn bread',
    scheduled_at: inDays(1),
    tags: ['food', 'autumn'],
    external_id: 'e,1',
  })
  await make('draft', { caption: '100% rye_flour', is_draft: true, tags: ['food'] })
  await make('flour', {
    caption: 'Flour',
    social_accounts: [flour],
    scheduled_at: inDays(2),
    external_id: 'e2',
  })
  await make('sky', {
    caption: 'Sky',
    social_accounts: [sky, harbour],
    is_draft: true,
    scheduled_at: inDays(3),
  })
  await make('now', { caption: 'right now' })
  await make('gone', { caption: 'gone', is_draft: true, tags: ['food'] })
  await house.request('DELETE', `/v1/posts/${posts.get('gone')}`)
})
afterAll(() => house.stop())

const list = (query = '', key = house.liveKey) => house.request('GET', `/v1/posts${query}`, { key })

/** The names of what a query finds, in its order. */
async function found(query: string): Promise<string[]> {
  const { json } = await list(query)
  const names = new Map([...posts].map(([name, id]) => [id, name]))
  return json.data.map(({ id }: { id: string }) => names.get(id))
}

describe('who may', () => {
  testRefusals(
    () => house,
    'read',
    async () => ({ method: 'GET', path: '/v1/posts' }),
  )

  test('a stranger and the other mode see nothing', async () => {
    const { liveKey } = await house.other()
    expect((await list('', liveKey)).json.data).toEqual([])
    expect((await list('', house.testKey)).json).toEqual({
      data: [],
      meta: { total: 0, offset: 0, limit: 10, next: null },
    })
  })
})

test('lists posts newest first, without deleted ones, each as it is read alone', async () => {
  const { json } = await list()
  expect(await found('')).toEqual(['now', 'sky', 'flour', 'draft', 'bread'])
  expect(json.meta).toEqual({ total: 5, offset: 0, limit: 10, next: null })
  expect(json.data[0]).toEqual((await house.request('GET', `/v1/posts/${posts.get('now')}`)).json)
})

test('a caller who made a post finds it in every list that is asked for afterwards, however many ask', async () => {
  const stranger = await house.other()
  const ids: string[] = []
  const makeThenLook = async (key: string, account: string) => {
    const body = { caption: 'seen', social_accounts: [account], is_draft: true }
    const { json } = await house.request('POST', '/v1/posts', { body, key })
    ids.push(json.id)
    const [first, again] = await Promise.all([list('?limit=100', key), list('?limit=100', key)])
    for (const { json: page } of [first, again]) {
      expect(page.data.map((one: { id: string }) => one.id)).toContain(json.id)
    }
    return first.json
  }
  const looking = Array.from({ length: 100 }, () => list('?limit=100', stranger.liveKey))
  const pages = await Promise.all(Array.from({ length: 20 }, () => makeThenLook(house.liveKey, harbour)))
  for (const { json } of await Promise.all(looking))
    expect(json).toMatchObject({ data: [], meta: { total: 0 } })
  expect(Math.max(...pages.map(({ meta }) => meta.total))).toBe((await list()).json.meta.total)
  await Promise.all(ids.map((id) => house.request('DELETE', `/v1/posts/${id}`)))
})

describe('finds by', () => {
  test.each<[string, string, string[]]>([
    ['status', '?status=draft', ['sky', 'draft']],
    ['several statuses', '?status=scheduled&status=processing', ['now', 'flour', 'bread']],
    ['several statuses in one value', '?status=draft,processing', ['now', 'sky', 'draft']],
    ['several statuses with brackets', '?status[]=draft&status[]=processing', ['now', 'sky', 'draft']],
    ...otherPlatforms
      .filter((platform) => platform === accountElsewhere.platform)
      .map((platform): [string, string, string[]] => [
        'platform, drafts too',
        `?platform=${platform}`,
        ['sky'],
      ]),
    ['a platform nobody uses', '?platform=myspace', []],
    ['a tag', '?tag=food', ['draft', 'bread']],
    ['tags', '?tag=autumn&tag=nothing', ['bread']],
    ['external id', '?external_id=e2', ['flour']],
    ['text in any case', '?text=AUTUMN', ['bread']],
    ['text with the signs of patterns', '?text=100%25%20rye_f', ['draft']],
    ['text that only a pattern would find', '?text=r%25e', []],
    ['both at once', '?status=draft&tag=food', ['draft']],
  ])('%s', async (_what, query, names) => {
    expect(await found(query)).toEqual(names)
  })

  test('account, drafts too', async () => {
    expect(await found(`?social_account_id=${sky}`)).toEqual(['sky'])
    expect(await found(`?social_account_id=${sky}&social_account_id=${flour}`)).toEqual(['sky', 'flour'])
  })

  test('account: a stranger’s and an unknown one find nothing', async () => {
    expect(await found(`?social_account_id=${newId()}`)).toEqual([])
  })

  test('the time they go or went out, both ends inside', async () => {
    const planned = (await list('?tag=autumn')).json.data[0].scheduled_at
    expect(await found(`?from=${planned}`)).toEqual(['sky', 'flour', 'bread'])
    expect(await found(`?to=${planned}`)).toEqual(['now', 'draft', 'bread'])
    expect(await found(`?from=${planned}&to=${planned}`)).toEqual(['bread'])
  })

  test('a whole day', async () => {
    const day = inDays(2).slice(0, 10)
    expect(await found(`?from=${day}&to=${day}`)).toEqual(['flour'])
  })

  test('who made them: a key, or the person behind it', async () => {
    const another = await house.key()
    const body = { caption: 'by another', social_accounts: [harbour], is_draft: true }
    const { json } = await house.request('POST', '/v1/posts', { key: another.key, body })
    expect((await list(`?author=${another.id}`)).json.data).toMatchObject([{ id: json.id }])
    expect((await list(`?author=${house.userId}`)).json.meta.total).toBe(6)
    expect((await list(`?author=${newId()}`)).json.meta.total).toBe(0)
    await house.request('DELETE', `/v1/posts/${json.id}`)
  })
})

describe('pages', () => {
  test('by offset, with the total also beyond the end', async () => {
    const first = await list('?limit=2&offset=0')
    expect(first.json.meta).toEqual({
      total: 5,
      offset: 0,
      limit: 2,
      next: `${house.url}/v1/posts?limit=2&offset=2`,
    })
    expect(await found('?limit=2&offset=2')).toEqual(['flour', 'draft'])
    expect((await list('?limit=2&offset=4')).json.meta).toMatchObject({ next: null, offset: 4 })
    expect((await list('?offset=50')).json).toEqual({
      data: [],
      meta: { total: 5, offset: 50, limit: 10, next: null },
    })
  })

  test('by cursor, without the total, to the end, keeping the filters', async () => {
    const seen: string[] = []
    let path: string | null = '/v1/posts?cursor=&limit=2&status=draft,scheduled'
    while (path !== null) {
      const { json } = await house.request('GET', path)
      expect(json.meta).not.toHaveProperty('total')
      seen.push(...json.data.map(({ id }: { id: string }) => id))
      path = json.meta.next
    }
    expect(seen).toEqual(['sky', 'flour', 'draft', 'bread'].map((name) => posts.get(name)))
  })

  test('422: a cursor of another list is refused', async () => {
    const { json } = await house.request('GET', '/v1/posts?limit=1')
    const { liveKey } = await house.other()
    const theirs = await house.request('GET', json.meta.next, { key: liveKey })
    expect(theirs).toMatchObject({ status: 422, json: { code: 'invalid_cursor' } })
  })
})

describe('in another order', () => {
  // A post without a time stands at its creation, before all that is planned.
  const byTime = ['draft', 'now', 'bread', 'flour', 'sky']
  const byCreation = ['bread', 'draft', 'flour', 'sky', 'now']

  test.each([
    ['scheduled_at', byTime],
    ['-scheduled_at', byTime.toReversed()],
    ['created_at', byCreation],
    ['-created_at', byCreation.toReversed()],
  ])('by %s, at once and page by page', async (order, expected) => {
    expect(await found(`?order=${order}`)).toEqual(expected)
    const seen: string[] = []
    let path: string | null = `/v1/posts?order=${order}&cursor=&limit=2`
    while (path !== null) {
      const { json } = await house.request('GET', path)
      seen.push(...json.data.map(({ id }: { id: string }) => id))
      path = json.meta.next
    }
    expect(seen).toEqual(expected.map((name) => posts.get(name)))
  })

  test('422: a cursor of one order is refused in another', async () => {
    const { json } = await list('?order=scheduled_at&limit=1')
    const other = json.meta.next.replace('order=scheduled_at', 'order=-scheduled_at')
    expect(await house.request('GET', other)).toMatchObject({ status: 422, json: { code: 'invalid_cursor' } })
  })
})

test('by the time for which they are scheduled, which drafts without one and posts of now do not have', async () => {
  expect(await found(`?scheduled_from=${inDays(-1)}`)).toEqual(['sky', 'flour', 'bread'])
  expect(await found(`?scheduled_from=${inDays(1.5)}&scheduled_to=${inDays(2.5)}`)).toEqual(['flour'])
  expect(await found(`?scheduled_to=${inDays(1.5)}`)).toEqual(['bread'])
})

test.each([
  ['status', '?status=gone'],
  ['order', '?order=caption'],
  ['scheduled_from', '?scheduled_from=yesterday'],
  ['scheduled_to', '?scheduled_to=2026-02-30'],
  ['social_account_id', '?social_account_id=harbour'],
  ['author', '?author=me'],
  ['from', '?from=yesterday'],
  ['to', '?to=2026-02-30'],
  ['limit', '?limit=201'],
  ['limit', '?limit=0'],
  ['offset', '?offset=-1'],
  ['sort', '?sort=asc'],
  ['text', '?text='],
  ['text', '?text=%00'],
])('422: refuses a bad %s: %s', async (name, query) => {
  const answer = await list(query)
  expect(answer.status).toBe(422)
  expect(answer.json.errors[0].pointer).toBe(`?${name}`)
})

test('422: reports both bad ends of a span at once', async () => {
  expect((await list('?from=x&to=y')).json.errors).toHaveLength(2)
})

test('adds what became of each post on its accounts when it is asked to', async () => {
  const { status, json } = await house.request('GET', '/v1/posts?expand=results&limit=100')
  expect(status).toBe(200)
  for (const post of json.data) {
    const accounts = post.results.map((result: { social_account_id: string }) => result.social_account_id)
    expect(accounts, post.caption).toEqual(post.is_draft ? [] : post.social_accounts)
  }
  const plain = await house.request('GET', '/v1/posts?limit=1')
  expect(plain.json.data[0]).not.toHaveProperty('results')
})

test('names the author when it is asked to, also behind a key of theirs', async () => {
  const author = await colleague(house, 'author')
  const tags = ['whose']
  const body = { caption: 'whose', social_accounts: [harbour], is_draft: true, tags }
  await house.request('POST', '/v1/posts', { body })
  await author.request('POST', '/v1/posts', { body })
  const { json } = await list('?tag=whose&expand=author')
  expect(json.data.map(({ author: each }: { author: string }) => each)).toEqual([author.userId, house.userId])
  const both = await list('?tag=whose&expand=author&expand=results')
  expect(both.json.data[0]).toMatchObject({ author: author.userId, results: [] })
  expect((await list('?tag=whose')).json.data[0]).not.toHaveProperty('author')
})
