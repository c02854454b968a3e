import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countPermits, takePermits } from '../../src/accounts/permits.ts'
import type { PostRate } from '../../src/connectors/connector.ts'
import { type Database, openDatabase, sql } from '../../src/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(
    database.connection,
    { max: 10, statementTimeoutMs: 30_000, name: 'permits' },
    () => undefined,
  )
})

afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const hour: PostRate = { per: 'account', of: 'ada', posts: 3, everyMs: 3_600_000 }
const take = (rates: readonly PostRate[], count = 1, marginMs = 0) =>
  db.transaction((tx) =>
    takePermits(
      tx,
      Array.from({ length: count }, () => ({ platform: 'test', rates })),
      marginMs,
    ),
  )
/** Lets time pass for what was taken. */
const age = (ms: number) =>
  db.run(sql`update permits set taken_at = taken_at - ${ms}::float8 * interval '1 ms'`)

describe('the permits of a network', () => {
  test('are as many as it says, in one batch or in several', async () => {
    const rate = { ...hour, of: 'one by one' }
    expect(await take([rate], 2)).toEqual([null, null])
    const [third, fourth, fifth] = await take([rate], 3)
    expect(third).toBeNull()
    expect(fourth).toBeGreaterThan(3_590_000)
    expect(fifth).toBe(fourth)
    expect(await countPermits(db, [{ platform: 'test', rates: [rate] }])).toEqual([[0]])
  })

  test('come back one by one, each as long after it was taken as the network says, and the way there', async () => {
    const rate = { ...hour, of: 'comes back' }
    await take([rate])
    await age(1_800_000)
    await take([rate], 2)
    await age(1_800_000)
    const [withMargin] = await take([rate], 1, 5_000)
    expect(withMargin).toBeGreaterThan(4_000)
    expect(await take([rate])).toEqual([null])
    const [next] = await take([rate])
    expect(next).toBeGreaterThan(1_790_000)
  })

  test('are taken of every rate or of none', async () => {
    const own = { ...hour, of: 'own' }
    const shared: PostRate = { per: 'server', of: 'shared', posts: 1, everyMs: 60_000 }
    expect(await take([own, shared])).toEqual([null])
    const [refused] = await take([own, shared])
    expect(refused).toBeGreaterThan(50_000)
    expect(await countPermits(db, [{ platform: 'test', rates: [own, shared] }])).toEqual([[2, 0]])
  })

  test('of an hour and of a day are counted together', async () => {
    const day = { ...hour, of: 'two spans', posts: 4, everyMs: 24 * 3_600_000 }
    const rates = [{ ...hour, of: 'two spans' }, day]
    expect(await take(rates, 4)).toEqual([null, null, null, expect.any(Number)])
    await age(3_600_000)
    const [fourth, fifth] = await take(rates, 2)
    expect(fourth).toBeNull()
    expect(fifth).toBeGreaterThan(20 * 3_600_000)
  })

  test('follow a limit that shrinks and grows', async () => {
    const rate = { ...hour, of: 'plan' }
    expect(await take([rate], 3)).toEqual([null, null, null])
    expect(await take([{ ...rate, posts: 2 }])).toEqual([expect.any(Number)])
    expect(await take([{ ...rate, posts: 5 }], 3)).toEqual([null, null, expect.any(Number)])
  })

  test('taken by ten at once are never more than there are, and none waits for ever', async () => {
    const shared: PostRate = { per: 'app', of: 'crowd', posts: 20, everyMs: 3_600_000 }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        take([{ ...hour, of: `member ${index % 5}`, posts: 100 }, shared], 1 + (index % 2)),
      ),
    )
    expect(answers.flat().filter((wait) => wait === null)).toHaveLength(20)
  })

  test('of nobody cost nothing', async () => {
    expect(await take([], 2)).toEqual([null, null])
    expect(await countPermits(db, [{ platform: 'test', rates: [] }])).toEqual([[]])
  })

  test('that can never be asked for again are forgotten', async () => {
    const rate = { ...hour, of: 'long' }
    for (let round = 0; round < 5; round += 1) {
      await take([rate], 3)
      await age(3_600_000)
    }
    const kept = await db.row<{ kept: number }>(
      sql`select count(*) as kept from permits where scope = 'test|account|long'`,
    )
    expect(kept?.kept).toBe(3)
  })
})
