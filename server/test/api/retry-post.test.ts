import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { State } from '../../src/targets/states.ts'
import { setState } from '../set-state.ts'
import { type Posting, startPosting, tomorrow } from './posting.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let posting: Posting
beforeAll(async () => {
  posting = await startPosting()
})
afterAll(() => posting.house.stop())

const retry = (id: string) => posting.house.request('POST', `/v1/posts/${id}/retry`)

/** A post whose results are in these states: the first on harbour, the second on flour. */
async function make(...states: State[]): Promise<string> {
  const { house, harbour, flour } = posting
  const body = { caption: 'words', social_accounts: [harbour, flour], scheduled_at: tomorrow }
  const { id } = (await posting.create(body)).json
  for (const [index, state] of states.entries())
    await setState(house, id, state, index === 0 ? harbour : flour)
  return id
}

const statesOf = async (id: string) => {
  const rows = await posting.house.db.rows<{ account_id: string; state: State }>(
    sql`select account_id, state from targets where post_id = ${id}`,
  )
  const of = (account: string) => rows.find(({ account_id }) => account_id === account)?.state
  return [of(posting.harbour), of(posting.flour)]
}

/** Lets the send of a result be one whose effect nobody knows. */
async function leaveOpen(postId: string, account: string): Promise<void> {
  await posting.house.db.run(sql`
    insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256, outcome,
      send_deadline, look_after)
    select workspace_id, ${newId()}, id, 0, 'key', '', '', 'unknown', clock_timestamp(), clock_timestamp()
    from targets where post_id = ${postId} and account_id = ${account}`)
}

describe('who may', () => {
  const request = async () => {
    const id = await make('failed')
    return { method: 'POST', path: `/v1/posts/${id}/retry`, id }
  }
  testRefusals(() => posting.house, 'publish', request)
  testStrangers(() => posting.house, request)
})

test('tries each failed result again, and nothing else', async () => {
  const id = await make('failed', 'published')
  const { status, json } = await retry(id)
  expect(status).toBe(200)
  expect(json).toEqual({
    id,
    results: [
      {
        id: expect.any(String),
        social_account_id: posting.harbour,
        retried: true,
        code: null,
        detail: null,
      },
    ],
  })
  expect(await statesOf(id)).toEqual(['scheduled', 'published'])
})

test('tries all of several', async () => {
  const id = await make('failed', 'failed')
  expect((await retry(id)).json.results.map(({ retried }: { retried: boolean }) => retried)).toEqual([
    true,
    true,
  ])
  expect(await statesOf(id)).toEqual(['scheduled', 'scheduled'])
})

test('leaves alone what may be public, and says so', async () => {
  const id = await make('failed', 'failed')
  await leaveOpen(id, posting.flour)
  const { status, json } = await retry(id)
  expect(status).toBe(200)
  expect(json.results).toHaveLength(2)
  expect(json.results).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ social_account_id: posting.harbour, retried: true }),
      expect.objectContaining({
        social_account_id: posting.flour,
        retried: false,
        code: 'may_be_public',
        detail: expect.stringContaining('may already be public'),
      }),
    ]),
  )
  expect(await statesOf(id)).toEqual(['scheduled', 'failed'])
})

test('409: none of them may be tried again', async () => {
  const id = await make('failed', 'published')
  await leaveOpen(id, posting.harbour)
  expect(await retry(id)).toMatchObject({
    status: 409,
    json: { code: 'nothing_to_retry', results: [{ code: 'may_be_public', retried: false }] },
  })
  expect(await statesOf(id)).toEqual(['failed', 'published'])
})

test.each<State>(['scheduled', 'committing', 'unknown', 'published', 'canceled', 'needs_review'])(
  '409: nothing has failed where everything is %s',
  async (state) => {
    const id = await make(state, state === 'committing' || state === 'unknown' ? 'scheduled' : state)
    expect(await retry(id)).toMatchObject({ status: 409, json: { code: 'nothing_to_retry', results: [] } })
    await posting.house.db.run(sql`update targets set state = 'canceled', next_action_at = null, review = null
      where post_id = ${id} and state in ('committing', 'unknown')`)
  },
)

test('409: a draft has no results', async () => {
  const { id } = (
    await posting.create({ caption: 'words', social_accounts: [posting.harbour], is_draft: true })
  ).json
  expect(await retry(id)).toMatchObject({ status: 409, json: { code: 'nothing_to_retry' } })
})
