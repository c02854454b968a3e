// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePermits } from '../../src/accounts/permits.ts'
import { connectorOf } from '../../src/connectors/of-platform.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { colleague, inHours, resultOf } from '../approving.ts'
import { exampleAccounts } from '../example-accounts.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

type Ask = (
  method: string,
  path: string,
  send?: { body?: unknown },
) => Promise<{ status: number; json: Answer }>
type Answer = ReturnType<typeof JSON.parse>
interface Item {
  kind: string
  post_id: string | null
  deadline: string | null
}
const none = {
  ...{ review: 0, approval: 0, account: 0, failed: 0, edit: 0, returned: 0, recurrence: 0 },
  ...{ endpoint: 0, feed: 0, limit: 0 },
}
const attention = async (ask: Ask = house.request, query = '') =>
  (await ask('GET', `/v1/attention${query}`)).json
const kindsOf = (answer: { data: Item[] }) => answer.data.map(({ kind }) => kind)

async function post(body: object, ask: Ask = house.request): Promise<string> {
  const { status, json } = await ask('POST', '/v1/posts', { body: { social_accounts: [harbour], ...body } })
  expect([status, json.detail]).toEqual([200, undefined])
  return json.id
}

test('is empty while nothing needs anybody', async () => {
  await post({ caption: 'goes out by itself', scheduled_at: inHours(1) })
  expect(await attention()).toEqual({ total: 0, counts: none, data: [], stops: [] })
})

test('shows each kind to those who can settle it, the soonest deadline first', async () => {
  const [author, viewer, editor] = [
    await colleague(house, 'author'),
    await colleague(house, 'viewer'),
    await colleague(house, 'editor'),
  ]
  const held = [await post({ caption: 'a', social_accounts: [flour], scheduled_at: inHours(9) })]
  held.push(await post({ caption: 'b', social_accounts: [flour], scheduled_at: inHours(3) }))
  for (const id of held) await setState(house, id, 'held')
  await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${flour}`)
  const asked = await post({ caption: 'asked', scheduled_at: inHours(2) }, author.request)
  const returned = await post({ caption: 'returned', scheduled_at: inHours(1) }, author.request)
  await editor.request('POST', `/v1/posts/${returned}/return`, { body: { comment: 'Shorter.' } })
  const doubtful = await post({ caption: 'doubtful', scheduled_at: inHours(5) })
  await setState(house, doubtful, 'needs_review')
  const failed = await post({ caption: 'failed', scheduled_at: inHours(6) })
  await setState(house, failed, 'failed')
  const error = { code: 'rejected_by_network', category: 'content', message: 'Too narrow.', retryable: false }
  await house.db.run(
    sql`update targets set error = ${JSON.stringify(error)}::jsonb where post_id = ${failed}`,
  )
  const endpoint = newId()
  await house.db.run(sql`
    insert into webhook_endpoints (workspace_id, id, mode, url, description, events, disabled_reason, disabled_at, secret)
    values (${house.workspaceId}, ${endpoint}, 'live', 'https://hooks.example/x', '', '{}', 'gone', clock_timestamp(), 'none')`)

  const all = await attention()
  expect(all).toMatchObject({
    total: 5,
    counts: { ...none, review: 1, approval: 1, account: 1, failed: 1, endpoint: 1 },
  })
  expect(kindsOf(all)).toEqual(['approval', 'account', 'review', 'endpoint', 'failed'])
  const [approval, account, review, off, broken] = all.data
  expect(approval).toMatchObject({
    post_id: asked,
    text: 'asked',
    by: author.userId,
    deadline: expect.any(String),
  })
  const { json: soonest } = await house.request('GET', `/v1/posts/${held[1]}`)
  expect(account).toMatchObject({ social_account_id: flour, reason: 'needs_reconnect', waiting: 2 })
  expect(account.deadline).toBe(soonest.scheduled_at)
  expect(review).toMatchObject({ post_id: doubtful, reason: 'answer_lost', username: 'harbour' })
  expect(review.post_result_id).toBe(await resultOf(house, doubtful, harbour))
  expect(off).toMatchObject({ webhook_endpoint_id: endpoint, url: 'https://hooks.example/x', reason: 'gone' })
  expect(broken).toMatchObject({
    post_id: failed,
    reason: 'rejected_by_network',
    message: 'Too narrow.',
    retryable: false,
    deadline: null,
  })

  const mine = await attention(author.request)
  expect(kindsOf(mine)).toEqual(['returned'])
  expect(mine.data[0]).toMatchObject({ post_id: returned, message: 'Shorter.', by: editor.userId })
  expect(kindsOf(await attention(editor.request))).toEqual(['approval', 'review', 'failed'])
  expect(await attention(viewer.request)).toMatchObject({ total: 0, data: [] })
  const others = [house.testKey, (await house.other()).liveKey]
  for (const key of others) expect((await house.request('GET', '/v1/attention', { key })).json.total).toBe(0)

  const few = await attention(house.request, '?limit=0')
  expect([few.counts, few.data]).toEqual([all.counts, []])
  const some = await attention(house.request, '?kind=failed,approval')
  expect([some.total, some.counts, kindsOf(some)]).toEqual([all.total, all.counts, ['approval', 'failed']])
  const wrong = await house.request('GET', '/v1/attention?kind=failure')
  expect([wrong.status, wrong.json.errors[0].pointer]).toEqual([422, '?kind'])
  for (const id of [doubtful, failed]) await setState(house, id, 'canceled')
  for (const id of [doubtful, failed]) await house.request('DELETE', `/v1/posts/${id}`)
  expect(kindsOf(await attention())).toEqual(['approval', 'account', 'endpoint'])
})

test('leaves out failures that are old, and shows a thread once', async () => {
  const old = await post({ caption: 'old', scheduled_at: inHours(1) })
  await setState(house, old, 'failed')
  await house.db.run(sql`
    update targets set updated_at = clock_timestamp() - interval '15 days' where post_id = ${old}`)
  const thread = await post({
    caption: 'thread',
    scheduled_at: inHours(1),
    platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } },
  })
  await setState(house, thread, 'failed')
  await house.db.run(sql`
    update targets set state = 'failed', hold_reason = null, next_action_at = null, error = '{"code": "parent_failed"}'
    where post_id = ${thread} and part = 'thread'`)
  const failures = (await attention()).data.filter(({ kind }: Item) => kind === 'failed')
  expect(failures.map(({ post_id }: Item) => post_id)).toEqual([thread])
})

test('shows the corrections that were not made, until one is made, or the post is gone', async () => {
  const id = await post({ caption: 'Opne today', scheduled_at: inHours(1) })
  await setState(house, id, 'published')
  const root = await resultOf(house, id, harbour)
  const correct = async (status: string, code: string | null, days = 0) => {
    const error = code && JSON.stringify({ code, message: 'No.', retryable: false })
    await house.db.run(sql`
      insert into result_edits (workspace_id, id, root_id, target_id, post_id, text, status, next_at, ended_at, error,
        actor_kind, actor_id)
      values (${house.workspaceId}, ${newId()}, ${root}, ${root}, ${id}, 'Open today', ${status},
        case when ${status} = 'pending' then clock_timestamp() end,
        case when ${status} <> 'pending' then clock_timestamp() - ${days} * interval '1 day' end, ${error}::jsonb, 'user',
        ${newId()})`)
  }
  const edits = async (ask: Ask = house.request) =>
    (await attention(ask)).data.filter(({ kind }: Item) => kind === 'edit')
  const viewer = await colleague(house, 'viewer')
  await correct('failed', 'edit_refused_by_network', 15)
  expect(await edits(), 'one that is old').toEqual([])
  await correct('failed', 'edit_refused_by_network')
  expect(await edits()).toEqual([
    expect.objectContaining({
      post_id: id,
      post_result_id: root,
      social_account_id: harbour,
      text: 'Open today',
      reason: 'edit_refused_by_network',
      message: 'No.',
      deadline: null,
    }),
  ])
  expect((await attention()).counts.edit).toBe(1)
  expect(await edits(viewer.request)).toEqual([])
  await correct('pending', null)
  expect(await edits(), 'another is under way').toEqual([])
  await house.db.run(sql`
    update result_edits set status = 'failed', next_at = null, ended_at = clock_timestamp(),
      error = '{"code": "edit_not_done"}' where status = 'pending'`)
  expect(await edits()).toHaveLength(1)
  await correct('failed', 'gone_at_network')
  expect(await edits(), 'nothing is left to correct').toEqual([])
  await correct('failed', 'edit_refused_by_network')
  expect(await edits()).toHaveLength(1)
  await setState(house, id, 'canceled')
  await house.request('DELETE', `/v1/posts/${id}`)
  expect(await edits()).toEqual([])
})

test('says which limits are nearly used', async () => {
  // Networks that limit nothing are passed over.
  const limited = exampleAccounts.flatMap(({ platform, settings }) => {
    const example = { id: newId(), externalId: 'x', username: 'sky.example', settings }
    const rates = connectorOf(house.context, platform)?.limits(example).rates ?? []
    return rates.map((rate) => ({ platform, settings, rates, rate }))
  })
  const [smallest] = limited.toSorted((a, b) => a.rate.posts - b.rate.posts)
  if (!smallest) throw new Error('No network has a limit.')
  const { platform, settings, rates, rate } = smallest
  const account = newId()
  await house.db.run(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
      settings)
    values (${house.workspaceId}, ${account}, 'live', ${platform}, 'x', 'sky.example', 'Sky', 'https://n.example',
      ${JSON.stringify(settings)}::jsonb)`)
  const limits = async () => (await attention()).data.filter(({ kind }: Item) => kind === 'limit')
  expect(await limits()).toEqual([])
  const sent = Math.ceil(rate.posts * 0.95)
  const permit = { platform, rates }
  await house.db.transaction((tx) => takePermits(tx, Array(sent).fill(permit), 0))
  expect(await limits()).toContainEqual(
    expect.objectContaining({
      social_account_id: account,
      username: 'sky.example',
      reason: rate.per,
      remaining: rate.posts - sent,
      of: rate.posts,
      every_seconds: rate.everyMs / 1_000,
    }),
  )
})

test('says what keeps posts from going out', async () => {
  await house.db.run(sql`insert into pauses (id, platform) values (${newId()}, 'sandbox')`)
  await house.db.run(sql`
    insert into pauses (id, workspace_id) values (${newId()}, ${(await house.other()).workspaceId})`)
  await house.request('PATCH', '/v1/queue', { body: { paused: true, social_account_id: harbour } })
  const { stops } = await attention()
  const nobody = { reason: null, platform: null, social_account_id: null, since: expect.any(String) }
  expect(stops).toEqual([
    { ...nobody, kind: 'pause', platform: 'sandbox' },
    { ...nobody, kind: 'queue_pause', social_account_id: harbour },
  ])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/attention' }),
)
