import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { otherPlatforms } from '../example-accounts.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
const posts: string[] = []
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  for (const social_accounts of [[harbour], [flour], [harbour, flour]]) {
    const body = { caption: 'words', social_accounts, scheduled_at }
    posts.push((await house.request('POST', '/v1/posts', { body })).json.id)
  }
  await house.request('POST', '/v1/posts', {
    body: { caption: 'x', social_accounts: [harbour], is_draft: true },
  })
  await setState(house, posts[0] ?? '', 'published')
  await setState(house, posts[1] ?? '', 'failed')
})
afterAll(() => house.stop())

const list = (query = '', key = house.liveKey) => house.request('GET', `/v1/post-results${query}`, { key })

/** Which post and account each found result is of, in the list's order. */
async function found(query: string): Promise<string[]> {
  const { json } = await list(query)
  return json.data.map((result: { post_id: string; social_account_id: string }) => {
    return `${posts.indexOf(result.post_id)} ${result.social_account_id === harbour ? 'harbour' : 'flour'}`
  })
}

describe('who may', () => {
  testRefusals(
    () => house,
    'read',
    async () => ({ method: 'GET', path: '/v1/post-results' }),
  )

  test('a stranger and the other mode see nothing', async () => {
    const { liveKey } = await house.other()
    expect((await list('', liveKey)).json.data).toEqual([])
    expect((await list('', house.testKey)).json.data).toEqual([])
  })
})

test('lists one result for each account of each post, newest first; a draft has none', async () => {
  const all = await found('')
  expect(all.slice(0, 2).sort()).toEqual(['2 flour', '2 harbour'])
  expect(all.slice(2)).toEqual(['1 flour', '0 harbour'])
  expect((await list()).json.meta).toEqual({ total: 4, offset: 0, limit: 10, next: null })
})

test('each is as it is read alone', async () => {
  const { json } = await list()
  const retrySingly = await house.request('GET', `/v1/post-results/${json.data[0].id}`)
  expect(retrySingly.json).toEqual(json.data[0])
})

test('finds by post, status, account and platform', async () => {
  expect(await found(`?post_id=${posts[0]}&post_id=${posts[1]}`)).toEqual(['1 flour', '0 harbour'])
  expect(await found('?status=published')).toEqual(['0 harbour'])
  expect(await found('?status=failed,published')).toEqual(['1 flour', '0 harbour'])
  expect(await found(`?social_account_id=${harbour}&status=pending`)).toEqual(['2 harbour'])
  expect(await found('?platform=sandbox')).toHaveLength(4)
  for (const platform of otherPlatforms) expect(await found(`?platform=${platform}`)).toEqual([])
})

test('what is a stranger’s or unknown finds nothing', async () => {
  expect(await found(`?post_id=${newId()}`)).toEqual([])
  expect(await found(`?social_account_id=${newId()}`)).toEqual([])
})

test('goes on by cursor and by offset', async () => {
  const seen: string[] = []
  let path: string | null = '/v1/post-results?cursor=&limit=1'
  while (path !== null) {
    const { json } = await house.request('GET', path)
    seen.push(json.data[0].id)
    path = json.meta.next
  }
  const all = (await list('?limit=100')).json.data.map(({ id }: { id: string }) => id)
  expect(seen).toEqual(all)
  expect((await list('?limit=2&offset=2')).json.data.map(({ id }: { id: string }) => id)).toEqual(
    all.slice(2),
  )
  expect((await list('?offset=9')).json.meta.total).toBe(4)
})

test.each([
  ['status', '?status=gone'],
  ['post_id', '?post_id=x'],
  ['social_account_id', '?social_account_id=x'],
  ['sort', '?sort=asc'],
])('422: refuses a bad %s', async (name, query) => {
  expect(await list(query)).toMatchObject({ status: 422, json: { errors: [{ pointer: `?${name}` }] } })
})
