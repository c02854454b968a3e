import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { countAll, seedResult } from '../analytics/published.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

const path = '/v1/analytics/summary'
let house: House
let harbour: string
let flour: string
/** The middle of the last whole day but one in Kathmandu, 5:45 ahead of UTC. */
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000 + (12 - 5.75) * 3_600_000
const hoursAgo = (at: number) => (Date.now() - at) / 3_600_000
const day = (days: number) => new Date(noon + 5.75 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  await countAll(house)
  const seed = (accountId: string, at: number, more = {}) =>
    seedResult(house, { accountId, hoursAgo: hoursAgo(at), ...more })
  await seed(harbour, noon, { lateMs: 100 })
  await seed(harbour, noon, { lateMs: 60_000 })
  await seed(flour, noon, { state: 'failed' })
  // Just before and just after midnight in Kathmandu.
  await seed(flour, noon + 12 * 3_600_000 - 60_000)
  await seed(flour, noon + 12 * 3_600_000 + 60_000)
  await countAll(house)
})
afterAll(() => house.stop())

const ask = (query: string, key = house.liveKey) => house.request('GET', `${path}${query}`, { key })
const span = `?timezone=Asia/Kathmandu&from=${day(-1)}&to=${day(1)}`

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path }),
)

test('counts by day of the time zone, by account and by platform', async () => {
  const { json } = await ask(span)
  expect(json).toMatchObject({
    timezone: 'Asia/Kathmandu',
    interval: 'day',
    total: { published: 4, failed: 1 },
  })
  const shown = json.periods.map((one: { date: string; published: number; failed: number }) => [
    one.date,
    one.published,
    one.failed,
  ])
  expect(shown).toEqual([
    [day(-1), 0, 0],
    [day(0), 3, 1],
    [day(1), 1, 0],
  ])
  expect(json.periods[0]).toMatchObject({ late_ms: null, view_count: null })
  expect(Date.parse(json.periods[1].starts_at)).toBe(noon - 12 * 3_600_000)
  expect(json.accounts).toMatchObject([
    { social_account_id: flour, username: 'flour', platform: 'sandbox', published: 2, failed: 1 },
    { social_account_id: harbour, published: 2, failed: 0 },
  ])
  expect(json.platforms).toMatchObject([
    { platform: 'sandbox', figures: ['views', 'likes', 'comments'], published: 4, failed: 1 },
  ])
})

test('says how late the posts were', async () => {
  const { late_ms: late } = (await ask(span)).json.accounts[1]
  expect(late.p50).toBeLessThanOrEqual(125)
  expect(late.p95).toBeGreaterThan(48_000)
  expect(late.p95).toBeLessThan(72_000)
})

test('counts by hour, and from any moment to any other', async () => {
  const { periods } = (await ask(`${span}&interval=hour`)).json
  expect(periods).toHaveLength(72)
  expect(periods.filter((one: { published: number }) => one.published > 0)).toHaveLength(3)
  const [from, to] = [noon - 900_000, noon + 900_000].map((at) => new Date(at).toISOString())
  expect((await ask(`?timezone=UTC&from=${from}&to=${to}&interval=hour`)).json.total).toMatchObject({
    published: 2,
    failed: 1,
  })
})

test('agrees with itself for any span, whatever is counted in days and what one by one', async () => {
  for (const [begin, end] of [
    [-40, 30],
    [-13, 12],
    [-1, 1],
    [-12, 200],
    [0, 0.25],
  ] as const) {
    const [from, to] = [begin, end].map((hours) => new Date(noon + hours * 3_600_000).toISOString())
    const { total, periods } = (await ask(`?timezone=Asia/Kathmandu&from=${from}&to=${to}`)).json
    const sum = (name: 'published' | 'failed') =>
      periods.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0)
    expect([total.published, total.failed]).toEqual([sum('published'), sum('failed')])
  }
})

test('adds up what the networks told, and tells null where none told', async () => {
  const day0 = new Date(noon)
  await house.db.run(sql`
    insert into figure_sums (workspace_id, mode, grain, starts_at, account_id, views)
    values (${house.workspaceId}, 'live', 'day', date_trunc('day', ${day0}::timestamptz, 'UTC'), ${harbour}, 70),
      (${house.workspaceId}, 'live', 'hour15', ${day0}, '00000000-0000-0000-0000-000000000000', 70)`)
  const { json } = await ask(span)
  expect(json.total).toMatchObject({ view_count: 70, like_count: null })
  expect(json.periods[1]).toMatchObject({ view_count: 70, share_count: null })
  expect(json.accounts).toMatchObject([{ view_count: null }, { view_count: 70 }])
})

test('goes by the time zone of the workspace unless another is named, and by the clock of test data', async () => {
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin' where id = ${house.workspaceId}`)
  expect((await ask('')).json).toMatchObject({ timezone: 'Europe/Berlin', interval: 'day' })
  expect((await ask('')).json.periods).toHaveLength(30)
  const before = (await ask('?timezone=UTC', house.testKey)).json.to
  const body = { advance_by_seconds: 10 * 86_400 }
  await house.request('POST', '/v1/test-clock', { key: house.testKey, body })
  const after = (await ask('?timezone=UTC', house.testKey)).json.to
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(10 * 86_400_000)
})

test('a stranger and the other mode see none of it', async () => {
  const none = { published: 0, failed: 0, late_ms: null, view_count: null }
  for (const key of [house.testKey, (await house.other()).liveKey]) {
    const { json } = await ask(span, key)
    expect(json.total).toMatchObject(none)
    expect(json.accounts).toEqual([])
  }
})

test.each([
  ['from', '?from=soon', 'wrong_format'],
  ['to', '?to=2030-02-30', 'wrong_format'],
  ['timezone', '?timezone=Mars/Base', 'timezone_unknown'],
  ['interval', '?interval=week', 'not_allowed'],
  ['to', '?from=2030-01-02&to=2030-01-01', 'span_reversed'],
  ['from', '?from=2028-01-01&to=2029-06-01', 'span_too_long'],
  ['from', '?from=2030-01-01&to=2030-03-01&interval=hour', 'span_too_long'],
])('422: refuses a bad %s (%s)', async (name, query, code) => {
  expect(await ask(query)).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: `?${name}`, code }] },
  })
})
