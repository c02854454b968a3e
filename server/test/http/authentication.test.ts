// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticateKey } from '../../src/api-keys/create-authenticate-key.ts'
import { makeKey } from '../../src/api-keys/key-form.ts'
import { revokeKey } from '../../src/api-keys/revoke-key.ts'
import { type Sql, sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const me = (authorization?: string, path = '/v1/me') =>
  house.request('GET', path, { key: null, headers: authorization === undefined ? {} : { authorization } })

describe('#19 a key', () => {
  it('is accepted however the scheme is written', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
      expect((await me(`${scheme} ${house.liveKey}`)).status).toBe(200)
    }
  })

  it('is refused in the same words whether it is missing, malformed, unknown, revoked or expired', async () => {
    const revoked = await house.key()
    await revokeKey(house.db, house.workspaceId, revoked.id)
    const expired = await house.key({ expiresAt: new Date(Date.now() - 1_000) })
    const refused = [
      await me(),
      await me(''),
      await me('Bearer'),
      await me('Bearer '),
      await me(house.liveKey),
      await me(`Basic ${Buffer.from(`${house.liveKey}:`).toString('base64')}`),
      await me(`Bearer ${house.liveKey}, Bearer ${house.liveKey}`),
      await me('Bearer crier_live_tooshort'),
      await me(`Bearer ${house.liveKey.replace('live', 'test')}`),
      await me(`Bearer ${makeKey('live')}`),
      await me(`Bearer ${revoked.key}`),
      await me(`Bearer ${expired.key}`),
    ]
    for (const { status, json, headers } of refused) {
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer realm="crier"')
      expect({ ...json, request_id: '' }).toEqual({ ...refused[0]?.json, request_id: '' })
    }
  })

  it('with a mistake in it costs no query, a right one at most one a second', async () => {
    let queries = 0
    const db = {
      ...house.db,
      row: <Row>(statement: Sql) => {
        queries += 1
        return house.db.row<Row>(statement)
      },
    }
    const findKey = createAuthenticateKey(db, house.context.secretKeys)
    for (let number = 0; number < 20_000; number += 1) {
      const key = makeKey(number % 2 === 0 ? 'live' : 'test')
      const at = 11 + (number % 38)
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(await findKey(key.slice(0, at) + other + key.slice(at + 1))).toBeNull()
    }
    expect(queries).toBe(0)
    const found = await Promise.all(Array.from({ length: 100 }, () => findKey(house.liveKey)))
    expect(found.every((key) => key?.workspaceId === house.workspaceId)).toBe(true)
    expect(queries).toBe(1)
  })

  it('stops working within a second of being revoked, also while it is busy', async () => {
    const { id, key } = await house.key()
    expect((await me(`Bearer ${key}`)).status).toBe(200)
    await revokeKey(house.db, house.workspaceId, id)
    const revokedAt = performance.now()
    let status = 200
    while (status === 200 && performance.now() - revokedAt < 3_000)
      status = (await me(`Bearer ${key}`)).status
    expect(status).toBe(401)
    expect(performance.now() - revokedAt).toBeLessThan(1_000)
  })

  it.each(['api_key', 'key', 'access_token', 'a%5Fkey'])(
    'in the query as %s is refused, even beside a good one',
    async (name) => {
      const { status, json } = await me(`Bearer ${house.liveKey}`, `/v1/me?${name}=${house.liveKey}`)
      expect([status, json.code]).toEqual([401, 'unauthorized'])
      expect(json.detail).toMatch(/address/)
      expect(JSON.stringify(json)).not.toContain(house.liveKey)
      const encoded = house.liveKey.replaceAll('_', '%5f')
      expect((await me(`Bearer ${house.liveKey}`, `/v1/me?x=${encoded}`)).status).toBe(401)
    },
  )

  it('is stored as a hash and four characters, nothing else', async () => {
    const { key } = await house.key()
    const rows = await house.db.rows<{ row: string }>(sql`select api_keys::text as row from api_keys`)
    for (const { row } of rows) expect(row).not.toContain(key.slice(0, -4).slice(-20))
    expect(rows.some(({ row }) => row.includes(key.slice(-4)))).toBe(true)
  })

  it('works only from the networks it allows', async () => {
    const here = await house.key({ ipAllow: ['10.0.0.0/8', '127.0.0.0/8', '::1/128'] })
    expect((await me(`Bearer ${here.key}`)).status).toBe(200)
    const elsewhere = await house.key({ ipAllow: ['10.0.0.0/8', '2001:db8::/32'] })
    const { status, json } = await me(`Bearer ${elsewhere.key}`)
    expect([status, json.code]).toEqual([403, 'address_not_allowed'])
  })

  it('behind a proxy works from the networks it allows, by the last address that is no trusted proxy', async () => {
    const proxied = await startHouse({
      worker: false,
      config: { trustedProxies: ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'] },
    })
    const { key } = await proxied.key({ ipAllow: ['203.0.113.0/24', '2001:db8::/32'] })
    const from = async (forwardedFor: string | null) => {
      const headers = forwardedFor === null ? {} : { 'x-forwarded-for': forwardedFor }
      return (await proxied.request('GET', '/v1/me', { key, headers })).status
    }
    for (const allowed of [
      '203.0.113.7',
      '198.51.100.1, 203.0.113.7',
      '203.0.113.7, 10.1.2.3',
      '203.0.113.7, 10.1.2.3, fd00::1',
      '::ffff:203.0.113.7',
      '2001:db8::7',
      // Some proxies write the port as well.
      '203.0.113.7:80',
    ])
      expect([allowed, await from(allowed)]).toEqual([allowed, 200])
    for (const refused of [
      null,
      '',
      '198.51.100.1',
      '203.0.113.7, 198.51.100.1',
      '203.0.113.7, 198.51.100.1, 10.1.2.3',
      '203.0.113.7, unknown',
      '203.0.113.7:port',
      '203.0.113.7.example.org',
    ])
      expect([refused, await from(refused)]).toEqual([refused, 403])
    await proxied.stop()
  })

  it('behind a proxy that no setting names is refused, with the name of the setting', async () => {
    const here = await house.key({ ipAllow: ['127.0.0.0/8', '::1/128'] })
    const everywhere = await house.key()
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const headers = { [name]: '203.0.113.7' }
      const { status, json } = await house.request('GET', '/v1/me', { key: here.key, headers })
      expect([status, json.code]).toEqual([403, 'address_not_allowed'])
      expect(json.detail).toMatch(/TRUSTED_PROXIES/)
      expect((await house.request('GET', '/v1/me', { key: everywhere.key, headers })).status).toBe(200)
    }
  })

  it('says which scope it lacks', async () => {
    const { key } = await house.key({ scopes: ['write'] })
    const { status, json, headers } = await me(`Bearer ${key}`)
    expect([status, json.code, json.scope]).toEqual([403, 'scope_missing', 'read'])
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="crier", error="insufficient_scope", scope="read"',
    )
  })

  it('works again when the subscription is renewed', async () => {
    const stranger = await house.other()
    await house.db.run(sql`
      update workspaces set subscription = 'inactive', subscription_ended_at = clock_timestamp()
      where id = ${stranger.workspaceId}`)
    expect((await me(`Bearer ${stranger.liveKey}`)).json).toMatchObject({
      status: 402,
      code: 'subscription_required',
    })
    await house.db.run(sql`
      update workspaces set subscription = 'active', subscription_ended_at = null where id = ${stranger.workspaceId}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await me(`Bearer ${stranger.liveKey}`)).status).toBe(200)
  })

  it('is not made, listed or revoked over the API', async () => {
    const document = await house.request('GET', '/openapi.json')
    expect(Object.keys(document.json.paths).filter((path) => /key/.test(path))).toEqual([])
  })
})
