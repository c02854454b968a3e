import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { checkOf, createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { instanceIdsOf } from '../../src/publishing/guards/instance-id.ts'
import { raiseCloned } from '../../src/publishing/guards/new-guards.ts'
import { readGuards } from '../../src/publishing/guards/update-guards.ts'
import { checkSecretKeys } from '../../src/secrets/check-secret-keys.ts'
import { beginRotation, finishRotation, readRotation } from '../../src/secrets/rotation.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const [a, b, c] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.run(sql`delete from instance`)
})

/** Starts with these keys. Answers the current one, or the refusal. */
async function start(given: Buffer, before: Buffer | null = null): Promise<Buffer | string> {
  const keys = createSecretKeys(given, before)
  try {
    await checkSecretKeys(database.db, keys)
    return keys.current
  } catch (error) {
    return String(error)
  }
}

it('keeps the old key until the rotation begins, and then demands the new one', async () => {
  expect(await start(a)).toBe(a)
  expect(await start(b, a)).toBe(a)
  expect(await start(a)).toBe(a)
  expect(await start(a, b)).toBe(a)
  await beginRotation(database.db, createSecretKeys(b, a))
  expect(await start(b, a)).toBe(b)
  expect(await start(a)).toContain('SECRET_KEY was replaced by another one. Set the new one as SECRET_KEY')
  expect(await start(b)).toContain('still sealed with the old SECRET_KEY. Set it as SECRET_KEY_BEFORE')
  expect(await start(c, b)).toContain('still sealed with the old SECRET_KEY')
  expect(await finishRotation(database.db)).toBe(true)
  expect(await start(b)).toBe(b)
  expect(await start(c, b)).toBe(b)
  expect(await start(a)).toContain('SECRET_KEY is not the one that this database was sealed with')
  expect(await start(c, a)).toContain('Neither SECRET_KEY nor SECRET_KEY_BEFORE is the one')
})

it('can go back to the old key, also in the middle', async () => {
  await start(a)
  await beginRotation(database.db, createSecretKeys(b, a))
  expect(await start(a, b)).toBe(b)
  const back = createSecretKeys(a, b)
  await beginRotation(database.db, back)
  expect(back.current).toBe(a)
  expect(await start(a)).toContain('still sealed with the old')
  expect(await readRotation(database.db)).toMatchObject({ current: checkOf(a), before: checkOf(b) })
})

it('begins once: a second beginning keeps the time of the first', async () => {
  await start(a)
  await beginRotation(database.db, createSecretKeys(b, a))
  const first = await readRotation(database.db)
  await beginRotation(database.db, createSecretKeys(b, a))
  expect((await readRotation(database.db))?.rotatedAt).toEqual(first?.rotatedAt)
  expect(Math.abs(first?.rotatedMsAgo ?? 1e9)).toBeLessThan(60_000)
})

it('raises no clone guard at the same address, and raises it at another one all along', async () => {
  const at = (publicUrl: string, given: Buffer, before: Buffer | null = null) => {
    const keys = createSecretKeys(given, before)
    return checkSecretKeys(database.db, keys).then(async () => {
      const ids = instanceIdsOf({ host: '127.0.0.1', publicUrl }, keys)
      if (ids) await database.db.transaction((tx) => raiseCloned(tx, ids))
      return (await readGuards(database.db)).length
    })
  }
  const [own, other] = ['https://crier.example.org', 'https://copy.example.org']
  expect(await at(own, a)).toBe(0)
  expect(await at(own, b, a)).toBe(0)
  expect(await at(own, a)).toBe(0)
  expect(await at(other, b, a)).toBe(1)
  expect(await at(own, a)).toBe(0)
  await beginRotation(database.db, createSecretKeys(b, a))
  expect(await at(other, b, a)).toBe(1)
  expect(await finishRotation(database.db)).toBe(false)
  expect(await at(own, b, a)).toBe(0)
  expect(await finishRotation(database.db)).toBe(true)
  expect(await at(own, b)).toBe(0)
  expect(await at(other, b)).toBe(1)
})

it('is not finished while the instance id is the one under the old key', async () => {
  await start(a)
  await database.db.run(sql`insert into instance (name, value) values ('instance_id', 'under a')`)
  await beginRotation(database.db, createSecretKeys(b, a))
  expect(await finishRotation(database.db)).toBe(false)
  await database.db.run(sql`update instance set value = 'under b' where name = 'instance_id'`)
  expect(await finishRotation(database.db)).toBe(true)
})
