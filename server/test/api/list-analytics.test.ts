import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { countAll, seedResult } from '../analytics/published.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let account: string
const ids: string[] = []
beforeAll(async () => {
  house = await startHouse({ worker: false })
  account = await house.connect('sandbox', { name: 'harbour' })
  await countAll(house)
  for (const days of [100, 60, 20, 1])
    ids.push(await seedResult(house, { accountId: account, hoursAgo: days * 24 }))
  await seedResult(house, { accountId: account, state: 'failed' })
  await countAll(house)
})
afterAll(() => house.stop())

const list = (query = '', key = house.liveKey) => house.request('GET', `/v1/analytics${query}`, { key })
const listed = async (query: string) =>
  (await list(query)).json.data.map(({ id }: { id: string }) => ids.indexOf(id))

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/analytics' }),
)

test('lists public posts, newest first, with what is known before their network told anything', async () => {
  const { json } = await list()
  expect(json.data.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([3, 2, 1, 0])
  expect(json.meta).toMatchObject({ total: 4, next: null })
  expect(json.data[0]).toMatchObject({
    id: ids[3],
    post_result_id: ids[3],
    social_account_id: account,
    platform: 'sandbox',
    platform_post_id: `remote ${ids[3]}`,
    view_count: null,
    like_count: null,
    share_url: `https://n.example/${ids[3]}`,
    cover_image_url: null,
    video_description: 'words',
    duration: null,
    last_synced_at: null,
    unavailable_reason: null,
    match_confidence: 'exact',
  })
})

test('shows what the network told, and null for what it does not tell', async () => {
  await house.db.run(sql`
    update result_figures set views = 0, likes = 7, measured_at = clock_timestamp() where post_result_id = ${ids[2]}`)
  const { data } = (await list(`?post_result_id=${ids[2]}`)).json
  expect(data).toMatchObject([{ view_count: 0, like_count: 7, comment_count: null, reach_count: null }])
  expect(Date.parse(data[0].last_synced_at)).toBeGreaterThan(Date.now() - 60_000)
})

test('filters by time, platform and result', async () => {
  expect(await listed('?timeframe=7d')).toEqual([3])
  expect(await listed('?timeframe=30d')).toEqual([3, 2])
  expect(await listed('?timeframe=90d')).toEqual([3, 2, 1])
  expect(await listed('?timeframe=all')).toEqual([3, 2, 1, 0])
  expect(await listed('?platform=sandbox&timeframe=7d')).toEqual([3])
  expect(await listed('?platform=nowhere')).toEqual([])
  expect(await listed(`?post_result_id=${ids[0]},${ids[1]}`)).toEqual([1, 0])
  expect(await listed(`?post_result_id=${newId()}`)).toEqual([])
})

test('goes on from page to page', async () => {
  const seen: number[] = []
  let next: string | null = '?limit=3'
  for (let pages = 0; next !== null && pages < 5; pages += 1) {
    const { json }: Answer = await (next.startsWith('http') ? house.request('GET', next) : list(next))
    seen.push(...json.data.map(({ id }: { id: string }) => ids.indexOf(id)))
    next = json.meta.next
  }
  expect(seen).toEqual([3, 2, 1, 0])
})

test('says why there are no figures', async () => {
  const { json } = await house.request('DELETE', `/v1/social-accounts/${account}`)
  expect(json.success).toBe(true)
  expect((await list('?limit=1')).json.data[0].unavailable_reason).toMatch(/^Connect the account again/)
})

test('a stranger and the other mode see none of it', async () => {
  expect((await list('', house.testKey)).json.data).toEqual([])
  expect((await list('', (await house.other()).liveKey)).json.data).toEqual([])
})

test.each([
  ['timeframe', '?timeframe=1d'],
  ['post_result_id', '?post_result_id=x'],
  ['platform', '?platform='],
  ['limit', '?limit=201'],
])('422: refuses a bad %s', async (name, query) => {
  expect(await list(query)).toMatchObject({ status: 422, json: { errors: [{ pointer: `?${name}` }] } })
})
