// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOldResults } from '../../src/analytics/counting/count-old-results.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { countAll, end, seedResult } from './published.ts'

let house: House
let account: string
const old: string[] = []
beforeAll(async () => {
  house = await startHouse({ worker: false })
  account = await house.connect('sandbox', { name: 'harbour' })
  old.push(await seedResult(house, { accountId: account, hoursAgo: 50 * 24, lateMs: 4_000 }))
  old.push(await seedResult(house, { accountId: account, hoursAgo: 100 * 24 }))
  // An event that is older than the reader.
  await countAll(house)
})
afterAll(() => house.stop())

const summary = async (query = '', key = house.liveKey) =>
  (await house.request('GET', `/v1/analytics/summary${query}`, { key })).json
const total = async () => {
  const { published, failed } = (await summary('?timezone=UTC')).total
  return { published, failed }
}
const nextOf = (id: string) =>
  house.db.row<{ is_due: boolean | null }>(
    sql`select next_at <= clock_timestamp() as is_due from result_figures where post_result_id = ${id}`,
  )

test('results from before analytics are counted, and measured where they are not too old', async () => {
  const all = await summary(`?from=${new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10)}`)
  expect(all.total).toMatchObject({ published: 2, failed: 0 })
  expect(await nextOf(old[0] ?? '')).toEqual({ is_due: true })
  expect(await nextOf(old[1] ?? '')).toEqual({ is_due: null })
  const { signal } = new AbortController()
  await countOldResults(house.db, signal)
  expect(await house.db.row(sql`select is_done from counted_results`)).toEqual({ is_done: true })
})

test('a result is counted once, however often its event is read', async () => {
  const before = await total()
  const id = await seedResult(house, { accountId: account })
  await countAll(house)
  await end(house, house.workspaceId, id, 'published')
  await Promise.all([countAll(house), countAll(house), countAll(house)])
  expect(await total()).toEqual({ ...before, published: before.published + 1 })
})

test('a failed result that is retried counts by its last outcome', async () => {
  const before = await total()
  const id = await seedResult(house, { accountId: account, state: 'failed' })
  await countAll(house)
  expect(await total()).toEqual({ ...before, failed: before.failed + 1 })
  await end(house, house.workspaceId, id, 'published')
  await countAll(house)
  expect(await total()).toEqual({ ...before, published: before.published + 1 })
  expect((await house.request('GET', `/v1/analytics/${id}`)).status).toBe(200)
})

test('late is how long after its time a post was sent, not how long the network took', async () => {
  const id = await seedResult(house, { accountId: account, hoursAgo: 300, lateMs: 7_200_000 })
  await house.db.run(sql`
    insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256, outcome, send_deadline,
      look_after, first_sent_at)
    select workspace_id, gen_random_uuid(), id, 1, 'k', '', '', 'ok', scheduled_at, scheduled_at, scheduled_at + interval '1 second'
    from targets where id = ${id}`)
  await countAll(house)
  const at = new Date(Date.now() - 300 * 3_600_000).toISOString().slice(0, 10)
  const { late_ms: late } = (await summary(`?timezone=UTC&from=${at}&to=${at}`)).total
  expect(late.p95).toBeGreaterThan(800)
  expect(late.p95).toBeLessThan(1_200)
})

test('publishing writes nothing for analytics, and a worker counts, measures and sums up by the test clock', async () => {
  const own = await startHouse()
  try {
    const profile = await own.connect('sandbox', { name: 'harbour' }, 'test')
    const key = own.testKey
    const body = { caption: 'words', social_accounts: [profile] }
    const post = (await own.request('POST', '/v1/posts', { body, key })).json.id
    const list = () => own.request('GET', '/v1/analytics', { key })
    await until(list, ({ json }) => json.data.length === 1, 30_000)
    expect((await list()).json.data[0]).toMatchObject({
      post_id: post,
      view_count: null,
      last_synced_at: null,
    })
    await own.request('POST', '/v1/test-clock', { key, body: { advance_by_seconds: 7 * 3_600 } })
    await own.db.run(sql`update chores set due_at = clock_timestamp() where name = 'collect-figures-sandbox'`)
    const seen = await until(list, ({ json }) => json.data[0].last_synced_at !== null, 30_000)
    expect(seen.json.data[0].view_count).toBeGreaterThan(0)
    const all = (await own.request('GET', '/v1/analytics/summary?timezone=UTC', { key })).json
    expect(all.total).toMatchObject({ published: 1, failed: 0, view_count: seen.json.data[0].view_count })
    expect(all.total.late_ms.p50).toBeLessThan(20_000)
    expect((await own.request('GET', '/v1/analytics')).json.data, 'in the other mode').toEqual([])
  } finally {
    await own.stop()
  }
}, 90_000)
