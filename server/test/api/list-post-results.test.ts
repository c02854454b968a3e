import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { results } from '../../src/posts/results/result-row.ts'
import { isOutcome } from '../../src/publishing/post-status.ts'
import type { State } from '../../src/targets/states.ts'
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
const [any, more] = ['?status=any', '&status=any']
afterAll(() => house.stop())

const list = (query = '', key = house.liveKey) => house.request('GET', `/v1/post-results${query}`, { key })

/** Which post and account each found result is of, in the list's order. */
async function found(query: string): Promise<string[]> {
  const { json } = await list(query)
  return json.data.map((result: { post_id: string; social_account_id: string }) => {
    return `${posts.indexOf(result.post_id)} ${result.social_account_id === harbour ? 'harbour' : 'flour'}`
  })
}

/** A post that waits until tomorrow; answers its id. */
async function scheduled(body: object = {}): Promise<string> {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const all = { caption: 'words', social_accounts: [harbour], scheduled_at, ...body }
  return (await house.request('POST', '/v1/posts', { body: all })).json.id
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
  const all = await found(any)
  expect(all.slice(0, 2).sort()).toEqual(['2 flour', '2 harbour'])
  expect(all.slice(2)).toEqual(['1 flour', '0 harbour'])
  expect((await list(any)).json.meta).toEqual({ total: 4, offset: 0, limit: 10, next: null })
})

test('each is as it is read alone', async () => {
  const { json } = await list(any)
  const retrySingly = await house.request('GET', `/v1/post-results/${json.data[0].id}`)
  expect(retrySingly.json).toEqual(json.data[0])
})

test('finds by post, status, account and platform', async () => {
  expect(await found(`?post_id=${posts[0]}&post_id=${posts[1]}`)).toEqual(['1 flour', '0 harbour'])
  expect(await found('?status=published')).toEqual(['0 harbour'])
  expect(await found('?status=failed,published')).toEqual(['1 flour', '0 harbour'])
  expect(await found(`?social_account_id=${harbour}&status=pending`)).toEqual(['2 harbour'])
  expect(await found(`?platform=sandbox${more}`)).toHaveLength(4)
  for (const platform of otherPlatforms) expect(await found(`?platform=${platform}${more}`)).toEqual([])
})

test('lists outcomes alone unless other statuses are asked for', async () => {
  expect(await found('')).toEqual(['1 flour', '0 harbour'])
  expect((await list()).json.meta.total).toBe(2)
  expect(await found(`?post_id=${posts[2]}`)).toEqual([])
  expect(await found(`?post_id=${posts[2]}&status=pending`)).toHaveLength(2)
})

test.each<[State, boolean]>([
  ['scheduled', false],
  ['preparing', false],
  ['committing', false],
  ['unknown', false],
  ['confirming', false],
  ['held', false],
  ['needs_review', false],
  ['published', true],
  ['failed', true],
  ['canceled', true],
])('a result in the state %s is an outcome: %s', async (state, isOutcome) => {
  const id = await scheduled()
  await setState(house, id, state)
  expect(await found(`?post_id=${id}`)).toHaveLength(isOutcome ? 1 : 0)
  expect(await found(`?post_id=${id}${more}`)).toHaveLength(1)
  await house.request('DELETE', `/v1/posts/${id}`)
})

test('a thread is an outcome once its last part has come to its end', async () => {
  const id = await scheduled({ platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } } })
  await setState(house, id, 'published')
  expect(await found(`?post_id=${id}`)).toEqual([])
  expect(await found(`?post_id=${id}&status=publishing`)).toHaveLength(1)
  await house.db.run(sql`
    update targets set state = 'failed', hold_reason = null where post_id = ${id} and part = 'thread'`)
  expect(await found(`?post_id=${id}`)).toHaveLength(1)
})

test('a result that was discarded while it may be public is no outcome, and is not for trying again', async () => {
  const id = await scheduled()
  await setState(house, id, 'needs_review')
  const [result] = (await list(`?post_id=${id}${more}`)).json.data
  await house.request('POST', `/v1/post-results/${result.id}/resolve`, { body: { outcome: 'discard' } })
  expect(await found(`?post_id=${id}`)).toEqual([])
  const asked = (await list(`?post_id=${id}&status=failed`)).json.data
  expect(asked).toMatchObject([{ id: result.id, error: { code: 'outcome_unknown', retryable: false } }])
  expect((await house.request('POST', `/v1/post-results/${result.id}/retry`)).json.code).toBe('may_be_public')
})

test('a list of outcomes is read from an index of outcomes, however many posts wait', async () => {
  const plan = await house.db.transaction(async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`)
    return tx.rows<{ 'QUERY PLAN': string }>(sql`
      explain select r.id from ${results} where r.workspace_id = ${house.workspaceId} and r.mode = 'live'
        and r.part = 'post' and ${isOutcome('r')} order by r.created_at desc, r.id desc limit 11`)
  })
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('targets_outcomes')
})

test('what is a stranger’s or unknown finds nothing', async () => {
  expect(await found(`?post_id=${newId()}${more}`)).toEqual([])
  expect(await found(`?social_account_id=${newId()}${more}`)).toEqual([])
})

test('goes on by cursor and by offset', async () => {
  const seen: string[] = []
  let path: string | null = '/v1/post-results?cursor=&limit=1&status=any'
  while (path !== null) {
    const { json } = await house.request('GET', path)
    seen.push(json.data[0].id)
    path = json.meta.next
  }
  const all = (await list(`?limit=200${more}`)).json.data.map(({ id }: { id: string }) => id)
  expect(seen).toEqual(all)
  expect((await list(`?limit=200&offset=2${more}`)).json.data.map(({ id }: { id: string }) => id)).toEqual(
    all.slice(2),
  )
  expect((await list(`?offset=99${more}`)).json.meta.total).toBe(all.length)
})

test.each([
  ['status', '?status=gone'],
  ['post_id', '?post_id=x'],
  ['social_account_id', '?social_account_id=x'],
  ['sort', '?sort=asc'],
])('422: refuses a bad %s', async (name, query) => {
  expect(await list(query)).toMatchObject({ status: 422, json: { errors: [{ pointer: `?${name}` }] } })
})
