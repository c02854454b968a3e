import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticateKey } from '../../src/api-keys/create-authenticate-key.ts'
import { makeKey } from '../../src/api-keys/key-form.ts'
import type { Sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('keys that nobody made are looked up a few times, then their address waits; good keys and other addresses do not', async () => {
  let queries = 0
  const db = {
    ...house.db,
    row: <Row>(statement: Sql) => {
      queries += 1
      return house.db.row<Row>(statement)
    },
  }
  const findKey = createAuthenticateKey(db, house.context.secretKeys)
  const fresh = await house.key()
  expect(await findKey(house.liveKey, '192.0.2.1')).not.toBeNull()
  for (let number = 0; number < 60; number += 1)
    expect(await findKey(makeKey('live'), '192.0.2.1')).toBeNull()
  expect(queries).toBe(61)
  const startedAt = performance.now()
  const refused = await Promise.allSettled(
    Array.from({ length: 100 }, () => findKey(makeKey('live'), '::ffff:192.0.2.1')),
  )
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  for (const { status, ...rest } of refused)
    expect([status, rest]).toMatchObject([
      'rejected',
      { reason: { status: 429, code: 'too_many_unknown_keys', retryAfterSeconds: expect.any(Number) } },
    ])
  expect(queries).toBe(61)
  expect(await findKey(house.liveKey, '192.0.2.1')).not.toBeNull()
  expect(await findKey(fresh.key, '192.0.2.2')).not.toBeNull()
})

test('one unknown key costs one query, however often it comes, and does not stop its address', async () => {
  let queries = 0
  const db = {
    ...house.db,
    row: <Row>(statement: Sql) => {
      queries += 1
      return house.db.row<Row>(statement)
    },
  }
  const findKey = createAuthenticateKey(db, house.context.secretKeys)
  const unknown = makeKey('test')
  for (let number = 0; number < 500; number += 1) expect(await findKey(unknown, '2001:db8::1')).toBeNull()
  expect(queries).toBe(1)
  const { key } = await house.key()
  expect(await findKey(key, '2001:db8::1')).not.toBeNull()
})

test('a key works as soon as it is made, also where its address guessed before', async () => {
  for (let number = 0; number < 20; number += 1)
    expect((await house.request('GET', '/v1/me', { key: makeKey('live') })).status).toBe(401)
  const { key } = await house.key()
  expect((await house.request('GET', '/v1/me', { key })).status).toBe(200)
})
