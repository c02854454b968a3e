import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { Problem } from '../../src/lib/problem.ts'
import { countSignIn, forgetSignIn } from '../../src/people/sign-in/sign-in-limit.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.run(sql`delete from sign_in_counts`)
})

/** The seconds to wait; 0 where it may be evaluated. */
async function waitOf(email: string, ip: string): Promise<number> {
  try {
    await countSignIn(database.db, email, ip)
    return 0
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error
    return error.retryAfterSeconds ?? 0
  }
}

const age = (minutes: number) =>
  database.db.run(sql`
    update sign_in_counts set since = since - ${`${minutes} minutes`}::interval,
      last_at = last_at - ${`${minutes} minutes`}::interval`)

it('evaluates 30 of 2,000 sign-ins that come from addresses of one customer', async () => {
  let evaluated = 0
  for (let number = 0; number < 2_000; number += 1) {
    const ip = `2001:db8:1:2:${(number % 65_536).toString(16)}::${number.toString(16)}`
    if ((await waitOf(`person-${number}@example.org`, ip)) === 0) evaluated += 1
  }
  expect(evaluated).toBe(30)
  expect(await waitOf('somebody@example.org', '2001:db8:1:3::1')).toBe(0)
  await age(16)
  expect(await waitOf('somebody@example.org', '2001:db8:1:2::1')).toBe(0)
})

it('lets an account wait twice as long each time after ten failures, from wherever they come', async () => {
  let number = 0
  const next = () => {
    number += 1
    return `203.0.113.${number}`
  }
  for (let failure = 0; failure < 10; failure += 1) expect(await waitOf('ada@example.org', next())).toBe(0)
  for (const minutes of [1, 2, 4, 8]) {
    const seconds = await waitOf(' Ada@Example.org', next())
    expect(seconds).toBeGreaterThan(minutes * 60 - 10)
    expect(seconds).toBeLessThanOrEqual(minutes * 60)
    await age(minutes)
    expect(await waitOf('ada@example.org', next())).toBe(0)
  }
  await age(121)
  expect(await waitOf('ada@example.org', next())).toBe(0)
  expect(await waitOf('ada@example.org', next())).toBe(0)
})

it('counts those that come at once one after the other', async () => {
  const waits = await Promise.all(Array.from({ length: 50 }, () => waitOf('ada@example.org', '203.0.113.7')))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10)
})

it('takes back what was counted of a sign-in that succeeded', async () => {
  for (let time = 0; time < 40; time += 1) {
    expect(await waitOf('ada@example.org', '203.0.113.7')).toBe(0)
    await forgetSignIn(database.db, 'ada@example.org', '203.0.113.7')
  }
})
