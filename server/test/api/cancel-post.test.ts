import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { State } from '../../src/targets/states.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

async function make(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour, flour], scheduled_at: tomorrow, ...more }
  return (await house.request('POST', '/v1/posts', { body })).json.id
}
const cancel = (id: string, headers = {}) => house.request('POST', `/v1/posts/${id}/cancel`, { headers })
const statesOf = async (id: string) =>
  (
    await house.db.rows<{ state: State }>(sql`select state from targets where post_id = ${id} order by state`)
  ).map(({ state }) => state)

describe('who may', () => {
  const request = async () => {
    const id = await make()
    return { method: 'POST', path: `/v1/posts/${id}/cancel`, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test('stops every account and answers the post', async () => {
  const id = await make({ platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } } })
  const { status, json, headers } = await cancel(id)
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, status: 'canceled', caption: 'words' })
  expect(headers.get('etag')).toMatch(/^"/)
  expect(await statesOf(id)).toEqual(Array(4).fill('canceled'))
  const events = await house.db.rows<{ type: string }>(sql`
    select type from events where subject_id = ${id} and type = 'post.canceled'`)
  expect(events).toHaveLength(1)
})

test('an immediate post can be stopped until its first account goes', async () => {
  const id = await make({ scheduled_at: null })
  expect((await cancel(id)).json.status).toBe('canceled')
})

test('twice is as good as once', async () => {
  const id = await make()
  await cancel(id)
  expect(await cancel(id)).toMatchObject({ status: 200, json: { status: 'canceled' } })
})

test.each<State>(['scheduled', 'preparing', 'ready', 'held'])('stops what is %s', async (state) => {
  const id = await make()
  await setState(house, id, state)
  expect((await cancel(id)).json.status).toBe('canceled')
})

test.each<State>(['committing', 'unknown', 'confirming', 'published'])(
  '409: with one account %s nothing is stopped, and that account is named',
  async (state) => {
    const id = await make()
    await setState(house, id, state, flour)
    expect(await cancel(id)).toMatchObject({
      status: 409,
      json: { code: 'already_processing', accounts: [flour] },
    })
    expect(await statesOf(id)).toEqual([state, 'scheduled'].sort())
  },
)

test('409: what asks a person is not stopped', async () => {
  const id = await make()
  await setState(house, id, 'needs_review', flour)
  expect(await cancel(id)).toMatchObject({ status: 409, json: { code: 'needs_review' } })
})

test('409: a draft is going nowhere', async () => {
  expect(await cancel(await make({ is_draft: true }))).toMatchObject({
    status: 409,
    json: { code: 'is_draft' },
  })
})

test('409: what failed cannot be stopped any more', async () => {
  const id = await make()
  await setState(house, id, 'failed')
  expect(await cancel(id)).toMatchObject({ status: 409, json: { code: 'already_settled' } })
})

test('412: not if it changed since it was read', async () => {
  const id = await make()
  expect(await cancel(id, { 'if-match': '"old"' })).toMatchObject({ status: 412 })
  expect(await statesOf(id)).toEqual(['scheduled', 'scheduled'])
})

test('422: takes no body, and accepts a JSON type with nothing in it', async () => {
  const id = await make()
  const path = `/v1/posts/${id}/cancel`
  expect((await house.request('POST', path, { body: { reason: 'x' } })).status).toBe(422)
  expect(
    (await house.request('POST', path, { headers: { 'content-type': 'application/json' } })).status,
  ).toBe(200)
})
