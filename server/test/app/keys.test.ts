// @module-tag slow
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { raw, sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { type Browser, signedIn } from './person.ts'

let house: House
let keys: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  keys = `/app/workspaces/${house.workspaceId}/keys`
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const all = ['read', 'write', 'publish', 'accounts', 'admin']
const make = (by: Browser, more: object = {}) =>
  by.request('POST', keys, { body: { name: 'Website', mode: 'live', scopes: all, ...more } })
const statusWith = async (key: string, method = 'GET', path = '/v1/me') =>
  (await house.request(method, path, { key })).status

/** A process believes what it knows of a key for a second at most. */
async function becomes(key: string, status: number): Promise<void> {
  await expect.poll(() => statusWith(key)).toBe(status)
}

it('is shown once, listed without itself, and works until it is revoked', async () => {
  const admin = await signedIn(house, 'admin')
  const made = await make(admin, { ip_allow: ['127.0.0.0/8', '::1'] })
  const { id, key } = made.json
  expect(key).toMatch(/^crier_live_\w{38}$/)
  expect(await statusWith(key)).toBe(200)
  const list = await admin.request('GET', keys)
  expect(list.json.data[0]).toMatchObject({ id, name: 'Website', scopes: all, last4: key.slice(-4) })
  expect(list.text).not.toContain(key.slice(12, 40))
  expect((await admin.request('DELETE', `${keys}/${id}`)).status).toBe(200)
  await becomes(key, 401)
  expect((await admin.request('DELETE', `${keys}/${house.workspaceId}`)).status).toBe(404)
})

it('tells when it was last used and from where, and never of an address that it does not allow', async () => {
  const admin = await signedIn(house, 'admin')
  const lastUse = async (id: string) => {
    const { data } = (await admin.request('GET', keys)).json
    const { last_used_at: at, last_used_ip: ip } = data.find((each: { id: string }) => each.id === id)
    return [at === null ? 'never' : 'used', ip]
  }
  const open = (await make(admin)).json
  expect(await lastUse(open.id)).toEqual(['never', null])
  expect(await statusWith(open.key)).toBe(200)
  expect(await lastUse(open.id)).toEqual(['used', expect.stringMatching(/^(127\.0\.0\.1|::1)$/)])

  const far = (await make(admin, { ip_allow: ['192.0.2.0/24'] })).json
  expect(await statusWith(far.key)).toBe(403)
  expect(await lastUse(far.id)).toEqual(['never', null])

  // A proxy that nobody named hides the client, and its own address would only mislead.
  const hidden = (await make(admin)).json
  const headers = { 'x-forwarded-for': '192.0.2.9' }
  expect((await house.request('GET', '/v1/me', { key: hidden.key, headers })).status).toBe(200)
  expect(await lastUse(hidden.id)).toEqual(['used', null])
})

it('is used from the local link too, where an address has its network card behind it', async () => {
  const proxied = await startHouse({ worker: false, config: { trustedProxies: ['127.0.0.1/32'] } })
  const admin = await signedIn(proxied, 'admin')
  const at = `/app/workspaces/${proxied.workspaceId}/keys`
  const headers = { 'x-forwarded-for': 'fe80::7%eth0' }
  const use = async (key: string) => (await proxied.request('GET', '/v1/me', { key, headers })).status
  const keysOf = { open: [], local: ['fe80::/10'], other: ['10.0.0.0/8'] }
  for (const [name, ipAllow] of Object.entries(keysOf)) {
    const { key } = await proxied.key({ name, ipAllow })
    expect([name, await use(key)]).toEqual([name, name === 'other' ? 403 : 200])
    const { data } = (await admin.request('GET', at)).json
    expect([data[0].name, data[0].last_used_ip]).toEqual([name, name === 'other' ? null : 'fe80::7'])
  }
  await proxied.stop()
})

it('does no more than the role of its maker allows, and nothing once the maker has left', async () => {
  const maker = await signedIn(house, 'admin')
  const { key } = (await make(maker)).json
  const setRole = (role: string) =>
    house.db.run(sql`update memberships set role = ${role} where user_id = ${maker.id}`)
  await setRole('viewer')
  await expect.poll(async () => (await house.request('GET', '/v1/me', { key })).status).toBe(200)
  await expect.poll(() => statusWith(key, 'DELETE', `/v1/posts/${house.workspaceId}`)).toBe(403)
  await house.db.run(sql`delete from memberships where user_id = ${maker.id}`)
  await becomes(key, 401)
})

it('is revoked when its maker leaves or is taken out, and stays so when they come back', async () => {
  const owner = await signedIn(house)
  const at = `/app/workspaces/${house.workspaceId}`
  for (const taker of ['owner', 'themselves'] as const) {
    const maker = await signedIn(house, 'admin')
    const { id, key } = (await make(maker)).json
    expect(await statusWith(key)).toBe(200)
    const ofOperator = await house.key({ userId: maker.id })
    const by = taker === 'owner' ? owner : maker
    expect((await by.request('DELETE', `${at}/members/${maker.id}`)).status).toBe(200)
    const { data } = (await owner.request('GET', keys)).json
    const shown = data.find((each: { id: string }) => each.id === id)
    expect([taker, shown.revoked_at]).toEqual([taker, expect.any(String)])

    const invitation = { body: { email: maker.email, role: 'admin' } }
    const { url } = (await owner.request('POST', `${at}/invitations`, invitation)).json
    const token = String(url).slice(String(url).lastIndexOf('/') + 1)
    const accepted = await maker.request('POST', '/app/invitations/accept', { body: { token } })
    expect([taker, accepted.status]).toEqual([taker, 200])
    await becomes(key, 401)
    expect(await statusWith(ofOperator.key)).toBe(200)
    expect(await statusWith((await make(maker)).json.key)).toBe(200)
  }
})

it('is revoked by the update where its maker had left before, and no other is', async () => {
  const update = new URL('../../src/db/migrations/0079-keys-of-those-who-left.sql', import.meta.url)
  const [stays, left] = [await signedIn(house, 'admin'), await signedIn(house, 'admin')]
  const kept = [(await make(stays)).json, await house.key({ userId: left.id })]
  const { key } = (await make(left)).json
  await house.db.run(sql`delete from memberships where user_id = ${left.id}`)
  await house.db.run(raw(readFileSync(update, 'utf8')))
  for (const { id } of kept) {
    const row = await house.db.row(sql`select revoked_at from api_keys where id = ${id}`)
    expect(row).toEqual({ revoked_at: null })
  }
  const ofLeft = sql`select revoked_at from api_keys where user_id = ${left.id} and not by_operator`
  expect(await house.db.rows(ofLeft)).toEqual([{ revoked_at: expect.any(Date) }])
  await becomes(key, 401)
})

it('made by the operator keeps its rights, whatever becomes of the person it is made for', async () => {
  const { key } = await house.key()
  await house.db.run(sql`update memberships set role = 'viewer' where user_id = ${house.userId}`)
  expect(await statusWith(key, 'GET', '/v1/posts')).toBe(200)
  expect(
    (await house.request('DELETE', '/v1/posts/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21', { key })).status,
  ).toBe(404)
  await house.db.run(sql`update memberships set role = 'owner' where user_id = ${house.userId}`)
})

it('is rolled with an overlap, after which the old one ends', async () => {
  const admin = await signedIn(house, 'admin')
  const old = (await make(admin, { scopes: ['read'], expires_at: '2030-01-01T00:00:00Z' })).json
  const roll = (id: string, overlap_hours: number) =>
    admin.request('POST', `${keys}/${id}/roll`, { body: { overlap_hours } })
  const rolled = (await roll(old.id, 24)).json
  expect([await statusWith(old.key), await statusWith(rolled.key)]).toEqual([200, 200])
  const { data } = (await admin.request('GET', keys)).json
  const shown = data.find(({ id }: { id: string }) => id === rolled.id)
  expect(shown).toMatchObject({ scopes: ['read'], expires_at: '2030-01-01T00:00:00.000Z' })
  const again = (await roll(rolled.id, 0)).json
  await becomes(rolled.key, 401)
  expect(await statusWith(again.key)).toBe(200)
  expect((await roll(rolled.id, 0)).status).toBe(404)
  expect((await roll(again.id, 25)).status).toBe(422)
})

it('that an admin rolls is theirs, also when the operator had made the old one', async () => {
  const admin = await signedIn(house, 'admin')
  const old = await house.key()
  const roll = await admin.request('POST', `${keys}/${old.id}/roll`, { body: { overlap_hours: 1 } })
  expect(await statusWith(roll.json.key)).toBe(200)
  await house.db.run(sql`delete from memberships where user_id = ${admin.id}`)
  await becomes(roll.json.key, 401)
  expect(await statusWith(old.key)).toBe(200)
})

it('is made by an admin who has shown lately who they are, and by nobody else', async () => {
  expect((await make(await signedIn(house, 'editor'))).json).toMatchObject({
    status: 403,
    code: 'role_missing',
  })
  const admin = await signedIn(house, 'admin')
  await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
  expect((await make(admin)).json).toMatchObject({ status: 403, code: 'proof_required' })
  expect((await house.request('POST', keys, { body: {} })).status).toBe(403)
})

it('is refused with all that is wrong with it', async () => {
  const admin = await signedIn(house, 'admin')
  const wrong = await make(admin, { expires_at: '2020-01-01T00:00:00Z', ip_allow: ['10.0.0.1/8', 'home'] })
  expect(wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '/expires_at',
    '/ip_allow/0',
    '/ip_allow/1',
  ])
  for (const more of [
    { scopes: [] },
    { scopes: ['read', 'read'] },
    { mode: 'both' },
    { name: '' },
    { user_id: admin.id },
  ])
    expect((await make(admin, more)).status).toBe(422)
})
