import { afterEach, expect, test } from 'vitest'
import { createAuthenticateKey } from '../../src/api-keys/create-authenticate-key.ts'
import { sql } from '../../src/db/database.ts'
import { createConcurrencyLimit } from '../../src/http/serving/concurrency-limit.ts'
import { createRateLimiter } from '../../src/http/serving/rate-limit.ts'
import { type House, startHouse } from '../house.ts'

let house: House
afterEach(() => house.stop())

const open = async (rateLimitPerMinute: number) => {
  house = await startHouse({ worker: false, config: { rateLimitPerMinute } })
  await waitForNewMinute()
}
const me = () => house.request('GET', '/v1/me')

/** Counting begins anew with each minute of the database; a test must not lie across two. */
async function waitForNewMinute(): Promise<void> {
  const row = await house.db.row<{ left: number }>(sql`
    select (60 - extract(second from clock_timestamp()))::float8 as left`)
  if (row && row.left < 12) await new Promise((resolve) => setTimeout(resolve, row.left * 1_000 + 50))
}

test('lets through exactly as many as a key may, and says on every answer what is left', async () => {
  await open(20)
  const answers = []
  for (let number = 0; number < 25; number += 1) answers.push(await me())
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
  expect(answers.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]))).toEqual([
    ...Array.from({ length: 20 }, (_, index) => 19 - index),
    ...Array(5).fill(0),
  ])
  for (const { headers } of answers) {
    expect(headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+$/)
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=20;w=60')
  }
  const last = answers.at(-1)
  expect(last?.json).toMatchObject({ status: 429, code: 'rate_limited' })
  const wait = Number(last?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
}, 60_000)

test('counts each key for itself', async () => {
  await open(3)
  for (let number = 0; number < 4; number += 1) await me()
  expect((await me()).status).toBe(429)
  const { key } = await house.key()
  expect((await house.request('GET', '/v1/me', { key })).status).toBe(200)
}, 60_000)

test('gives back everything when the minute is over', async () => {
  await open(3)
  for (let number = 0; number < 3; number += 1) await me()
  expect((await me()).status).toBe(429)
  await house.db.run(sql`update rate_limits set minute = minute - interval '1 minute'`)
  const other = createRateLimiter(house.context)
  const key = await createAuthenticateKey(house.db, house.context.secretKeys)(house.liveKey)
  expect(key && (await other.count(key)).isAdmitted).toBe(true)
}, 60_000)

test('counts as one what several processes let through: never one more, and what one left over goes to another', async () => {
  await open(600)
  const key = { limitKey: house.workspaceId, workspaceId: house.workspaceId }
  const processes = Array.from({ length: 4 }, () => createRateLimiter(house.context))
  const burst = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => processes[index % 4]?.count(key)),
  )
  let admitted = burst.filter((one) => one?.isAdmitted).length
  expect(admitted).toBeLessThanOrEqual(600)
  expect(admitted).toBeGreaterThan(550)
  await new Promise((resolve) => setTimeout(resolve, 400))
  for (let number = 0; number < 100; number += 1)
    if ((await processes[0]?.count(key))?.isAdmitted) admitted += 1
  expect(admitted).toBe(600)
}, 60_000)

test('asks the database for few of the requests it lets through', async () => {
  await open(1_000_000)
  const limiter = createRateLimiter(house.context)
  const key = { limitKey: house.userId, workspaceId: house.workspaceId }
  let asked = 0
  const counting = createRateLimiter({
    ...house.context,
    db: {
      ...house.db,
      row: (statement) => {
        asked += 1
        return house.db.row(statement)
      },
    },
  })
  for (let number = 0; number < 5_000; number += 1) expect((await counting.count(key)).isAdmitted).toBe(true)
  expect(asked).toBeLessThan(30)
  expect((await limiter.count(key)).remaining).toBeGreaterThan(900_000)
}, 60_000)

test('refuses a request without a key before it is counted', async () => {
  await open(2)
  for (let number = 0; number < 5; number += 1) await house.request('GET', '/v1/me', { key: null })
  expect((await me()).status).toBe(200)
}, 60_000)

test('lets a workspace have so many requests under way and no more', async () => {
  await open(2)
  const concurrency = createConcurrencyLimit(2)
  const giveBack = concurrency.take('a')
  concurrency.take('a')
  expect(() => concurrency.take('a')).toThrow(/under way/)
  concurrency.take('b')
  giveBack()
  giveBack()
  concurrency.take('a')
  expect(() => concurrency.take('a')).toThrow(/under way/)
})
