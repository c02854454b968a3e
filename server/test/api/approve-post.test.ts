// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Colleague, colleague, eventsOf, inHours, resultOf, targetsOf } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
let author: Colleague
let editor: Colleague
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  author = await colleague(house, 'author')
  editor = await colleague(house, 'editor')
})
afterAll(() => house.stop())

async function waiting(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour, flour], scheduled_at: inHours(24), ...more }
  const { json } = await author.request('POST', '/v1/posts', { body })
  expect(json).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
  return json.id
}
const approve = (id: string, body: object = { version: 1 }, headers = {}) =>
  editor.request('POST', `/v1/posts/${id}/approve`, { body, headers })
const statesOf = async (id: string) => (await targetsOf(house, id)).map(({ state }) => state)

/** Lets the time of a waiting post pass. */
async function pass(id: string): Promise<void> {
  await house.db.run(
    sql`update targets set scheduled_at = scheduled_at - interval '2 days' where post_id = ${id}`,
  )
  await house.db.run(sql`update posts set scheduled_at = scheduled_at - interval '2 days' where id = ${id}`)
}

describe('who may', () => {
  const request = async () => {
    const id = await waiting()
    return { method: 'POST', path: `/v1/posts/${id}/approve`, id, body: { version: 1 } }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)

  test('not an author, whatever their key says', async () => {
    const id = await waiting()
    const answer = await author.request('POST', `/v1/posts/${id}/approve`, { body: { version: 1 } })
    expect(answer).toMatchObject({ status: 403, json: { code: 'scope_missing' } })
    expect(await statesOf(id)).toEqual(['held', 'held'])
  })
})

test('the post goes out at its time, with the name of who approved it', async () => {
  const thread = { sandbox: { thread: [{ caption: 'two' }] } }
  const id = await waiting({ social_accounts: [harbour], platform_configurations: thread })
  const { status, json, headers } = await approve(id, { version: 1, comment: 'Good.' })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    status: 'scheduled',
    approval: { state: 'approved', by: editor.userId, comment: 'Good.', version: 1 },
  })
  expect(await targetsOf(house, id)).toEqual([
    { state: 'scheduled', hold_reason: null, awaits: false, position: 0 },
    { state: 'held', hold_reason: 'parent', awaits: false, position: 1 },
  ])
  expect(await eventsOf(house, id)).toEqual(['post.created', 'post.submitted', 'post.approved'])
  const read = await author.request('GET', `/v1/posts/${id}`)
  expect(read.json).toEqual(json)
  expect(read.headers.get('etag')).toBe(headers.get('etag'))
})

test('the ETag that was read names the content as well', async () => {
  const id = await waiting()
  const etag = (await editor.request('GET', `/v1/posts/${id}`)).headers.get('etag') ?? ''
  const { status } = await editor.request('POST', `/v1/posts/${id}/approve`, {
    headers: { 'if-match': etag },
  })
  expect(status).toBe(200)
})

test('an immediate post goes out when it is approved', async () => {
  const id = await waiting({ scheduled_at: null })
  await pass(id)
  expect((await approve(id)).json).toMatchObject({ status: 'processing', scheduled_at: null })
  const due = await house.db.rows<{ due: boolean }>(sql`
    select scheduled_at between clock_timestamp() - interval '1 minute' and clock_timestamp() as due
    from targets where post_id = ${id}`)
  expect(due).toEqual([{ due: true }, { due: true }])
})

describe('after its time', () => {
  test('409: it does not go out by itself', async () => {
    const id = await waiting({ late_policy: 'publish_always' })
    await pass(id)
    const { status, json } = await approve(id)
    expect({ status, ...json }).toMatchObject({ status: 409, code: 'scheduled_at_in_past' })
    expect(json.accounts.sort()).toEqual([harbour, flour].sort())
    expect(await statesOf(id)).toEqual(['held', 'held'])
    expect((await editor.request('GET', `/v1/posts/${id}`)).json.approval.state).toBe('waiting')
  })

  test('it goes out now if that is said', async () => {
    const id = await waiting()
    await pass(id)
    expect((await approve(id, { version: 1, publish_now: true })).json).toMatchObject({
      status: 'processing',
      scheduled_at: null,
    })
  })

  test('or at a new time', async () => {
    const id = await waiting()
    await pass(id)
    const later = inHours(48)
    expect((await approve(id, { version: 1, scheduled_at: later })).json).toMatchObject({
      status: 'scheduled',
      scheduled_at: later,
    })
    const times = await house.db.rows<{ at: Date }>(
      sql`select scheduled_at as at from targets where post_id = ${id}`,
    )
    expect(times.map(({ at }) => at.toISOString())).toEqual([later, later])
  })

  test('an account with a time of its own that is still to come keeps it', async () => {
    const own = inHours(72)
    const id = await waiting({ account_configurations: [{ account_id: flour, scheduled_at: own }] })
    expect((await approve(id, { version: 1, publish_now: true })).status).toBe(200)
    const rows = await house.db.rows<{ account: string; at: Date }>(sql`
      select account_id as account, scheduled_at as at from targets where post_id = ${id}`)
    expect(rows.find(({ account }) => account === flour)?.at.toISOString()).toBe(own)
    expect(rows.find(({ account }) => account === harbour)?.at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('an account whose own time has passed holds the approval up', async () => {
    const id = await waiting({ account_configurations: [{ account_id: flour, scheduled_at: inHours(1) }] })
    await house.db.run(sql`
      update posts set account_configurations = ${JSON.stringify([{ account_id: flour, scheduled_at: inHours(-1) }])}::json
      where id = ${id}`)
    expect(await approve(id)).toMatchObject({ status: 409, json: { accounts: [flour] } })
    expect((await approve(id, { version: 1, publish_now: true })).json.status).toBe('processing')
  })
})

describe('only what was looked at', () => {
  test('422: without a version, or with any, nobody knows what was looked at', async () => {
    const id = await waiting()
    for (const headers of [{}, { 'if-match': '*' }]) {
      expect(await approve(id, {}, headers)).toMatchObject({ status: 422, json: { code: 'version_missing' } })
    }
    expect(await statesOf(id)).toEqual(['held', 'held'])
  })

  test('409: the text changed since', async () => {
    const id = await waiting()
    await author.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'other words' } })
    expect(await approve(id)).toMatchObject({ status: 409, json: { code: 'version_changed', version: 2 } })
    expect(await statesOf(id)).toEqual(['held', 'held'])
    expect((await approve(id, { version: 2 })).status).toBe(200)
  })

  test('412: the text changed since', async () => {
    const id = await waiting()
    const etag = (await editor.request('GET', `/v1/posts/${id}`)).headers.get('etag') ?? ''
    await author.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'other words' } })
    expect(await approve(id, {}, { 'if-match': etag })).toMatchObject({
      status: 412,
      json: { code: 'stale' },
    })
    expect(await statesOf(id)).toEqual(['held', 'held'])
  })

  test('another time is no other content', async () => {
    const id = await waiting()
    await author.request('PATCH', `/v1/posts/${id}`, { body: { scheduled_at: inHours(5) } })
    expect((await approve(id)).json).toMatchObject({ status: 'scheduled', approval: { version: 1 } })
  })
})

test('409: once is enough', async () => {
  const id = await waiting()
  await approve(id)
  expect(await approve(id)).toMatchObject({ status: 409, json: { code: 'not_waiting' } })
})

test('409: what needs no approval, was returned or canceled does not wait', async () => {
  const body = { caption: 'words', social_accounts: [harbour], scheduled_at: inHours(24) }
  const plain = (await editor.request('POST', '/v1/posts', { body })).json.id
  const returned = await waiting()
  await editor.request('POST', `/v1/posts/${returned}/return`, { body: { comment: 'no' } })
  const canceled = await waiting()
  await author.request('POST', `/v1/posts/${canceled}/cancel`)
  for (const id of [plain, returned, canceled])
    expect(await approve(id)).toMatchObject({ status: 409, json: { code: 'not_waiting' } })
  expect(await statesOf(canceled)).toEqual(['canceled', 'canceled'])
})

test('a result that was canceled stays so, and one that asks a person asks on', async () => {
  const id = await waiting()
  await author.request('POST', `/v1/post-results/${await resultOf(house, id, flour)}/cancel`)
  await setState(house, id, 'needs_review', harbour)
  expect((await approve(id)).json).toMatchObject({ status: 'needs_review', approval: { state: 'approved' } })
  expect((await statesOf(id)).sort()).toEqual(['canceled', 'needs_review'])
})

test('422: one time at most, and one that can be meant', async () => {
  const id = await waiting()
  const wrong = [
    [{ publish_now: true, scheduled_at: inHours(2) }, 'times_differ'],
    [{ scheduled_at: inHours(-2) }, 'scheduled_at_in_past'],
    [{ scheduled_at: inHours(24 * 400) }, 'scheduled_at_too_far'],
    [{ scheduled_at: 'tomorrow' }, 'wrong_format'],
  ] as const
  for (const [times, code] of wrong)
    expect(await approve(id, { version: 1, ...times })).toMatchObject({ status: 422, json: { code } })
  expect(await statesOf(id)).toEqual(['held', 'held'])
})

test('repeated under its Idempotency-Key it happens once', async () => {
  const id = await waiting()
  const headers = { 'idempotency-key': `approve-${id}` }
  const first = await approve(id, { version: 1 }, headers)
  const again = await approve(id, { version: 1 }, headers)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.json).toEqual(first.json)
})
