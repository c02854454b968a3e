import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('says who is asking, and nothing that gives access', async () => {
  const { id, key } = await house.key({
    name: 'Website',
    scopes: ['read'],
    expiresAt: new Date('2099-01-31T00:00:00Z'),
  })
  const { status, json, text } = await house.request('GET', '/v1/me', { key })
  expect(status).toBe(200)
  expect(json).toEqual({
    mode: 'live',
    key: {
      id,
      name: 'Website',
      last4: key.slice(-4),
      scopes: ['read'],
      expires_at: '2099-01-31T00:00:00.000Z',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    },
    user: { id: house.userId, email: `${house.userId}@example.org` },
    workspace: { id: house.workspaceId, name: 'A workspace', timezone: 'UTC', subscription: 'active' },
  })
  expect(text).not.toContain(key.slice(0, -4))
})

test('tells a test key that it sees test data', async () => {
  expect((await house.request('GET', '/v1/me', { key: house.testKey })).json.mode).toBe('test')
})

test('shows each workspace only itself', async () => {
  const stranger = await house.other()
  const { json, text } = await house.request('GET', '/v1/me', { key: stranger.liveKey })
  expect(json.workspace.id).toBe(stranger.workspaceId)
  expect(text).not.toContain(house.workspaceId)
})

test('notes when a key was last used, at most once a minute', async () => {
  const { id, key } = await house.key()
  const lastUsed = async () =>
    (
      await house.db.row<{ at: string | null }>(
        sql`select last_used_at::text as at from api_keys where id = ${id}`,
      )
    )?.at
  expect(await lastUsed()).toBeNull()
  await house.request('GET', '/v1/me', { key })
  const first = await lastUsed()
  expect(first).toMatch(/^\d{4}/)
  // Longer than a key is believed, so that it is looked up again.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await house.request('GET', '/v1/me', { key })
  expect(await lastUsed()).toBe(first)
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/me' }),
)
