// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { recordEvent } from '../../src/webhooks/record-event.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { until } from '../stories/until.ts'
import { testRefusals } from './refusals.ts'

let house: House
/** A workspace of five events. */
let tenant: Tenant
const subject = newId()
beforeAll(async () => {
  house = await startHouse({ worker: false })
  tenant = await house.newTenant()
  for (const type of ['connected', 'disconnected', 'connected', 'connected'] as const) await record(type)
  await record('disconnected', subject)
  await until(
    () => list(),
    ({ data }) => data.length === 5,
    20_000,
  )
})
afterAll(() => house.stop())

async function record(type: 'connected' | 'disconnected', subjectId = newId(), of: Tenant = tenant) {
  const status = type === 'connected' ? ('active' as const) : ('disconnected' as const)
  await recordEvent(house.db, {
    ...{ workspaceId: of.workspaceId, mode: 'live', subjectId, type: `social_account.${type}` },
    data: { id: subjectId, platform: 'sandbox', username: 'a', status },
  } as Parameters<typeof recordEvent>[1])
}

interface Listed {
  data: { id: string; type: string; created_at: string; data: { id: string } }[]
  meta: { limit: number; next: string | null; cursor: string }
}

async function list(query = '', key = tenant.liveKey): Promise<Listed> {
  const { status, json } = await house.request(
    'GET',
    query.startsWith('http') ? query : `/v1/events${query}`,
    { key },
  )
  expect(status).toBe(200)
  return json
}

test('answers events oldest first, page by page, each once', async () => {
  const all = await list()
  expect(all.meta).toEqual({ limit: 10, next: null, cursor: expect.any(String) })
  expect(all.data[4]).toEqual({
    id: expect.any(String),
    type: 'social_account.disconnected',
    created_at: expect.any(String),
    data: { id: subject, platform: 'sandbox', username: 'a', status: 'disconnected' },
  })
  const pages = [await list('?limit=2')]
  for (let next = pages[0]?.meta.next; next; next = pages.at(-1)?.meta.next) pages.push(await list(next))
  expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1])
  expect(pages.flatMap(({ data }) => data)).toEqual(all.data)
})

test('filters by type and by subject', async () => {
  expect((await list('?type=social_account.disconnected')).data).toHaveLength(2)
  expect((await list(`?subject=${subject}`)).data).toHaveLength(1)
  expect((await list(`?subject=${subject}&type=social_account.connected`)).data).toEqual([])
})

test('goes on from the cursor of an answer without a next page, and from now', async () => {
  const own = await house.newTenant()
  const { cursor } = (await list('', own.liveKey)).meta
  const now = (await list('?cursor=now', own.liveKey)).meta.cursor
  expect((await list(`?cursor=${cursor}`, own.liveKey)).data).toEqual([])
  await record('connected', subject, own)
  for (const each of [cursor, now]) {
    const { data } = await until(
      () => list(`?cursor=${each}`, own.liveKey),
      ({ data }) => data.length > 0,
      20_000,
    )
    expect(data).toMatchObject([{ data: { id: subject } }])
  }
})

test('shows nothing to a stranger and to the other mode', async () => {
  const { liveKey } = await house.other()
  for (const key of [liveKey, tenant.testKey]) expect((await list('', key)).data).toEqual([])
  expect((await list(`?subject=${subject}`, liveKey)).data).toEqual([])
})

test('422: refuses a cursor that was made up, changed or issued to somebody else', async () => {
  const { cursor } = (await list()).meta
  const { liveKey } = await house.other()
  const refused: [string, string][] = [
    ['abc', tenant.liveKey],
    [`x${cursor}`, tenant.liveKey],
    [`${cursor}.x`, tenant.liveKey],
    [cursor, liveKey],
    [cursor, tenant.testKey],
  ]
  for (const [given, key] of refused)
    expect((await house.request('GET', `/v1/events?cursor=${given}`, { key })).json).toMatchObject({
      status: 422,
      code: 'invalid_cursor',
    })
})

test.each(['type=post.unknown', 'subject=x', 'limit=0', 'limit=201', 'offset=1'])(
  '422: refuses %s',
  async (query) => {
    expect((await house.request('GET', `/v1/events?${query}`)).status).toBe(422)
  },
)

test('a page costs alike at the beginning and at the end of 50,000 events, filtered or not', async () => {
  const own = await house.newTenant()
  await house.db.run(sql`
    insert into events (workspace_id, id, mode, type, subject_id, version, data, txid)
    select ${own.workspaceId}, gen_random_uuid(), 'live', 'post.updated', gen_random_uuid(), n, '{}', (n / 1000)::text::xid8
    from generate_series(1, 50000) n`)
  await house.db.run(sql`analyze events`)
  const buffers = async (query: string) => {
    const before = performance.now()
    const page = await list(query, own.liveKey)
    return { page, ms: performance.now() - before }
  }
  await buffers('')
  const first = await buffers('?limit=200')
  expect(first.page.data).toHaveLength(200)
  const none = await buffers('?type=post.failed&limit=10')
  expect(none.page.data).toEqual([])
  // 5,000 of the 50,000 were looked at.
  expect(none.page.meta.next).not.toBeNull()
  let pages = 0
  let at = none.page
  for (; at.meta.next; pages += 1) at = await list(at.meta.next, own.liveKey)
  expect(pages).toBe(10)
  const plan = await house.db.rows<{ 'QUERY PLAN': string }>(sql`
    explain select e.id from events e where e.workspace_id = ${own.workspaceId} and e.mode = 'live'
      and (e.era, e.txid, e.id) > (0, '25'::xid8, '00000000-0000-0000-0000-000000000000'::uuid)
      and (e.era, e.txid) < (0, pg_snapshot_xmin(pg_current_snapshot())) order by e.era, e.txid, e.id limit 201`)
  expect(JSON.stringify(plan)).toContain('events_of_workspace')
  expect(JSON.stringify(plan)).not.toContain('Sort')
}, 120_000)

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/events' }),
)
