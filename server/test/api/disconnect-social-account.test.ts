import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeConnections } from '../../src/accounts/revoke-connections.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const remove = (id: string) => house.request('DELETE', `/v1/social-accounts/${id}`)
const connection = (id: string) =>
  house.db.row<{ revoke_after: Date | null; version: number }>(
    sql`select revoke_after, version from connections where account_id = ${id}`,
  )
const eventsOf = async (id: string) => {
  const rows = await house.db.rows<{ type: string }>(
    sql`select type from events where subject_id = ${id} order by version`,
  )
  return rows.map(({ type }) => type)
}

test('takes the account away and says so in an event', async () => {
  const id = await house.connect('sandbox', { name: 'Harbour' })
  const { status, json } = await remove(id)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  expect((await house.request('GET', '/v1/social-accounts')).json.meta.total).toBe(0)
  expect(await eventsOf(id)).toEqual(['social_account.connected', 'social_account.disconnected'])
  expect((await remove(id)).status).toBe(404)
})

test('revokes at the network, and forgets the credentials', async () => {
  const id = await house.connect('sandbox', { name: 'Ferry' })
  await remove(id)
  expect((await connection(id))?.revoke_after).toBeInstanceOf(Date)
  expect(await revokeConnections(house.context)).toBeGreaterThan(0)
  expect(await connection(id)).toBeNull()
  const profile = await house.db.row<{ token_revoked_at: Date | null }>(
    sql`select t.revoked_at as token_revoked_at from sandbox_tokens t join sandbox_profiles p on p.id = t.profile_id where p.name = 'Ferry'`,
  )
  expect(profile?.token_revoked_at).toBeInstanceOf(Date)
})

test('gives the same profile the same id when it is connected again, also before it was revoked', async () => {
  const id = await house.connect('sandbox', { name: 'Lighthouse' })
  await remove(id)
  expect(await house.connect('sandbox', { name: 'Lighthouse' })).toBe(id)
  expect(await connection(id)).toEqual({ revoke_after: null, version: 2 })
  await revokeConnections(house.context)
  expect((await house.request('GET', `/v1/social-accounts/${id}`)).json.status).toBe('active')
})

test('holds what is scheduled, and lets it go when the profile is connected again', async () => {
  const id = await house.connect('sandbox', { name: 'Pier' })
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const post = await house.request('POST', '/v1/posts', {
    body: { caption: 'later', social_accounts: [id], scheduled_at: scheduledAt },
  })
  const status = async () => (await house.request('GET', `/v1/posts/${post.json.id}`)).json.status
  expect(await status()).toBe('scheduled')
  await remove(id)
  expect(await status()).toBe('held')
  await house.connect('sandbox', { name: 'Pier' })
  expect(await status()).toBe('scheduled')
})

test('disconnects once however often it is asked at the same time', async () => {
  const id = await house.connect('sandbox', { name: 'Bridge' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  expect(await eventsOf(id)).toEqual(['social_account.connected', 'social_account.disconnected'])
})

test('is the same answer again under the same Idempotency-Key, a 404 too', async () => {
  const id = await house.connect('sandbox', { name: 'Tower' })
  const ask = (key: string) =>
    house.request('DELETE', `/v1/social-accounts/${id}`, { headers: { 'idempotency-key': key } })
  const first = await ask('once')
  const again = await ask('once')
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ])
  const missing = await ask('twice')
  const missingAgain = await ask('twice')
  expect([missing.status, missingAgain.status, missingAgain.text]).toEqual([404, 404, missing.text])
  expect(missingAgain.headers.get('idempotency-replayed')).toBe('true')
  expect(missingAgain.headers.get('content-type')).toContain('application/problem+json')
})

test('takes a JSON type with an empty body, and refuses a body that says something with 422', async () => {
  const id = await house.connect('sandbox', { name: 'Mole' })
  const send = (body: string) =>
    house.request('DELETE', `/v1/social-accounts/${id}`, {
      body,
      headers: { 'content-type': 'application/json' },
    })
  expect((await send('{"force":true}')).json).toMatchObject({ status: 422, code: 'unknown_field' })
  expect((await send('')).status).toBe(200)
})

const admissible = async () => {
  const id = await house.connect('sandbox', { name: 'Kept' })
  return { id, method: 'DELETE', path: `/v1/social-accounts/${id}` }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
