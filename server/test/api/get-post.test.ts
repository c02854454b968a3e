import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDoor, testStrangers } from '../door-refusals.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'

let house: House
let harbour: string
let flour: string
let id: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  id = await make()
})
afterAll(() => house.stop())

async function make(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [flour, harbour], ...more }
  const { json } = await house.request('POST', '/v1/posts', { body: { ...body, scheduled_at: inDays(30) } })
  return json.id
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const get = (path: string, headers = {}) => house.request('GET', path, { headers })

describe('who may', () => {
  const request = async () => ({ method: 'GET', path: `/v1/posts/${id}`, id })
  testDoor(() => house, 'read', request)
  testStrangers(() => house, request)
})

test('adds what became of it on each account, in the order sent, if asked for', async () => {
  expect((await get(`/v1/posts/${id}`)).json).not.toHaveProperty('results')
  const { json } = await get(`/v1/posts/${id}?expand=results`)
  expect(json.results).toMatchObject([
    { post_id: id, social_account_id: flour, status: 'pending', success: false, attempts: [], parts: [] },
    {
      post_id: id,
      social_account_id: harbour,
      status: 'pending',
      platform_data: { username: expect.anything() },
    },
  ])
})

test('422: does not know what else to add', async () => {
  expect(await get(`/v1/posts/${id}?expand=secrets`)).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '?expand' }] },
  })
})

test('304: says that nothing changed to whoever has it already', async () => {
  const etag = (await get(`/v1/posts/${id}`)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  expect((await get(`/v1/posts/${id}`, { 'if-none-match': etag })).status).toBe(304)
})

test('its ETag changes with its status too', async () => {
  const own = await make()
  const before = (await get(`/v1/posts/${own}`)).headers.get('etag')
  await setState(house, own, 'held')
  expect((await get(`/v1/posts/${own}`)).headers.get('etag')).not.toBe(before)
})

test.each([
  [['scheduled', 'scheduled'], 'scheduled'],
  [['scheduled', 'ready'], 'scheduled'],
  [['scheduled', 'committing'], 'processing'],
  [['unknown', 'published'], 'processing'],
  [['confirming', 'failed'], 'processing'],
  [['held', 'scheduled'], 'scheduled'],
  [['held', 'failed'], 'held'],
  [['needs_review', 'committing'], 'needs_review'],
  [['published', 'published'], 'posted'],
  [['published', 'failed'], 'partial'],
  [['published', 'canceled'], 'partial'],
  [['failed', 'canceled'], 'failed'],
  [['canceled', 'canceled'], 'canceled'],
] as const)('with results %j it is %s', async ([first, second], status) => {
  const own = await make()
  await setState(house, own, first, harbour)
  await setState(house, own, second, flour)
  expect((await get(`/v1/posts/${own}`)).json.status).toBe(status)
})

test('404: is gone once deleted', async () => {
  const own = await make()
  await house.request('DELETE', `/v1/posts/${own}`)
  expect((await get(`/v1/posts/${own}`)).status).toBe(404)
})
