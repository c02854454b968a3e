import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
const ids: string[] = []
beforeAll(async () => {
  house = await startHouse({ worker: false })
  for (let number = 1; number <= 12; number += 1)
    ids.unshift(await house.connect('sandbox', { name: `Harbour ${number}` }))
})
afterAll(() => house.stop())

interface Listed {
  data: { id: string; username: string }[]
  meta: { total?: number; offset: number; limit: number; next: string | null }
}
const list = async (query = '', key = house.liveKey) => {
  const answer = await house.request('GET', `/v1/social-accounts${query}`, { key })
  return { ...answer, list: answer.json as Listed, ids: (answer.json as Listed).data?.map(({ id }) => id) }
}

test('answers all accounts, newest first, when no page is asked for', async () => {
  const { status, list: all, ids: found } = await list()
  expect(status).toBe(200)
  expect(found).toEqual(ids)
  expect(all.meta).toEqual({ total: 12, offset: 0, limit: 12, next: null })
})

test('shows what an account is and may post, and never a token', async () => {
  const { list: all, text } = await list()
  expect(all.data[0]).toEqual({
    id: ids[0],
    number: 12,
    needs_reconnect: false,
    platform: 'sandbox',
    username: 'harbour-12',
    display_name: 'Harbour 12',
    avatar_url: expect.stringMatching(new RegExp(`^${house.url}/avatars/[0-9a-f]{32}\\.webp$`)),
    profile_url: expect.stringContaining(house.url),
    status: 'active',
    expires_at: null,
    sign_in_ends_at: null,
    way: 'name',
    tags: [],
    limits: expect.objectContaining({ text: expect.objectContaining({ unit: expect.any(String) }) }),
    behavior: {
      behavior: 'succeed',
      slow_ms: 3_000,
      retry_after_seconds: 5,
      network_class: 'blind',
      lifetime_ms: 3_600_000,
    },
    external_id: expect.any(String),
    waiting_posts: 0,
    next_post_at: null,
    cannot_delete: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
  })
  expect(text).not.toMatch(/token|credential|settings/)
})

test('says when a person has to sign in again, and nothing of access that is renewed by itself', async () => {
  const { db } = house.context
  const endsIn = (time: string, account: string | undefined) =>
    db.run(sql`
      update connections set expires_at = clock_timestamp() + ${time}::interval, updated_at = clock_timestamp()
      where account_id = ${account ?? ''}`)
  await endsIn('60 days', ids[3])
  await endsIn('2 hours', ids[4])
  const [first, second] = (await list('?limit=2&offset=3')).json.data
  expect(first.sign_in_ends_at).toBe(first.expires_at)
  expect(Date.parse(first.sign_in_ends_at) - Date.now()).toBeGreaterThan(59 * 86_400_000)
  // As on its last day.
  await db.run(sql`
    update connections set expires_at = expires_at - interval '59 days', updated_at = updated_at - interval '59 days'
    where account_id = ${ids[3] ?? ''}`)
  expect((await list('?limit=1&offset=3')).json.data[0].sign_in_ends_at).not.toBeNull()
  expect(second).toMatchObject({ expires_at: expect.any(String), sign_in_ends_at: null })
  await db.run(
    sql`update connections set expires_at = null where account_id = any(${[ids[3], ids[4]]}::uuid[])`,
  )
})

test('goes by offset, with the total on every page', async () => {
  const first = await list('?limit=5&offset=0')
  expect(first.list.meta).toEqual({
    total: 12,
    offset: 0,
    limit: 5,
    next: `${house.url}/v1/social-accounts?limit=5&offset=5`,
  })
  const third = await list('?limit=5&offset=10')
  expect([third.ids, third.list.meta]).toEqual([
    ids.slice(10),
    { total: 12, offset: 10, limit: 5, next: null },
  ])
  expect((await list('?limit=5&offset=500')).ids).toEqual([])
})

test('goes by cursor from page to page, each with the total, seeing each once', async () => {
  const seen: string[] = []
  let next: string | null = `${house.url}/v1/social-accounts?limit=5`
  while (next !== null) {
    const { json } = await house.request('GET', next)
    seen.push(...(json as Listed).data.map(({ id }) => id))
    expect(json.meta.total).toBe(12)
    next = json.meta.next
  }
  expect(seen).toEqual(ids)
})

test('begins with an empty cursor, and stays where it was when newer accounts come', async () => {
  const first = await list('?cursor=&limit=2')
  expect([first.ids, first.list.meta.total]).toEqual([ids.slice(0, 2), 12])
  const newer = await house.connect('sandbox', { name: 'Late comer' })
  const { json } = await house.request('GET', first.list.meta.next ?? '')
  expect((json as Listed).data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  await house.db.run(sql`delete from connections where account_id = ${newer}`)
  await house.db.run(sql`delete from social_accounts where id = ${newer}`)
})

test('tells accounts apart that were connected in the same microsecond', async () => {
  await house.db.run(
    sql`update social_accounts set created_at = '2026-01-01T00:00:00.123456Z' where workspace_id = ${house.workspaceId}`,
  )
  const seen: string[] = []
  let next: string | null = '/v1/social-accounts?limit=1'
  while (next !== null && seen.length < 20) {
    const { json } = await house.request('GET', next)
    seen.push(...(json as Listed).data.map(({ id }) => id))
    next = json.meta.next
  }
  expect(seen).toEqual([...ids].sort().reverse())
})

test('filters by platform and status, however a list is written', async () => {
  expect((await list('?platform=sandbox')).ids).toHaveLength(12)
  for (const query of [
    '?platform=x&platform=sandbox',
    '?platform[]=x&platform[]=sandbox',
    '?platform=x,sandbox',
  ]) {
    expect((await list(query)).list.meta.total).toBe(12)
  }
  expect((await list('?platform=unknown')).list).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await list('?status=needs_reconnect,disabled')).ids).toEqual([])
})

test('shows only the mode and the workspace of its key', async () => {
  const id = await house.connect('sandbox', { name: 'Harbour 1' }, 'test')
  expect((await list('', house.testKey)).ids).toEqual([id])
  expect((await list()).ids).not.toContain(id)
  expect((await list('', (await house.other()).liveKey)).list).toMatchObject({ data: [], meta: { total: 0 } })
})

test('is 422 for a forged cursor, one of another list and one of another workspace', async () => {
  const { next } = (await list('?limit=2')).list.meta
  const cursor = new URL(next ?? '').searchParams.get('cursor') ?? ''
  const [body = '', signature = ''] = cursor.split('.')
  const position = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string, number]
  const moved = Buffer.from(JSON.stringify(['2030-01-01', position[1], 0])).toString('base64url')
  const forged = [
    'x',
    '.',
    `${moved}.${signature}`,
    `${body}.`,
    `${body}.AAAA`,
    `${cursor}.x`,
    "'; drop table posts; --",
  ]
  for (const wrong of forged) {
    const { status, json } = await list(`?cursor=${encodeURIComponent(wrong)}`)
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '?cursor', code: 'invalid_cursor' }]])
  }
  for (const key of [house.testKey, (await house.other()).liveKey]) {
    expect((await list(`?cursor=${cursor}`, key)).status).toBe(422)
  }
  expect((await house.request('GET', `/v1/posts?cursor=${cursor}`)).status).toBe(422)
  expect((await list(`?cursor=${cursor}&offset=5`)).json.errors).toMatchObject([{ pointer: '?cursor' }])
})

test('is 422 with everything that is wrong at once', async () => {
  const { status, json } = await list('?limit=0&offset=1.5&status=gone&colour=red&limit=3')
  expect(status).toBe(422)
  expect(
    json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort(),
  ).toEqual([
    '?colour unknown_field',
    '?limit repeated',
    '?limit too_small',
    '?offset wrong_type',
    '?status not_allowed',
  ])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/social-accounts' }),
)

test('tells of each account how many posts wait for it, and the time of the first, also while they are held', async () => {
  const [busy, idle] = await Promise.all([
    house.connect('sandbox', { name: 'Busy' }),
    house.connect('sandbox', { name: 'Idle' }),
  ])
  const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hours * 3_600_000)
  for (const hours of [30, 20, 25]) {
    const platforms = { sandbox: { thread: [{ caption: 'more' }] } }
    const body = {
      caption: `in ${hours} hours`,
      social_accounts: [busy],
      scheduled_at: inHours(hours).toISOString(),
      platform_configurations: platforms,
    }
    expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  }
  const first = inHours(20).getTime()
  const shown = async (id: string) => {
    const { json } = await house.request('GET', '/v1/social-accounts')
    return json.data.find((account: { id: string }) => account.id === id)
  }
  expect(await shown(idle)).toMatchObject({ waiting_posts: 0, next_post_at: null })
  const found = await shown(busy)
  expect(found.waiting_posts).toBe(3)
  expect(Math.abs(Date.parse(found.next_post_at) - first)).toBeLessThan(30_000)
  await house.db.run(sql`update targets set state = 'held', hold_reason = 'reconnect', next_action_at = null
    where account_id = ${busy} and part = 'post' and scheduled_at > clock_timestamp() + interval '24 hours'`)
  expect(await shown(busy)).toMatchObject({ waiting_posts: 3, next_post_at: found.next_post_at })
  await house.db.run(sql`update targets set state = 'canceled', hold_reason = null, next_action_at = null
    where account_id = ${busy} and scheduled_at < clock_timestamp() + interval '24 hours'`)
  expect((await shown(busy)).waiting_posts).toBe(2)
})
