import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Queryable, sql } from '../../src/db/database.ts'
import { answerTogether } from '../../src/idempotency/answer-together.ts'
import { type BatchOutcome, retrySingly } from '../../src/lib/batch-outcome.ts'
import { Problem } from '../../src/lib/problem.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const answer = { status: 200, body: 'done', etag: null }
const two = [{ name: null }, { name: null }]
const share = (
  requests: readonly { name: null | { workspaceId: string; key: string; fingerprint: Buffer } }[],
  work: (db: Queryable) => Promise<readonly BatchOutcome<typeof answer>[]>,
) => answerTogether(house.context, requests, work)
const store = (db: Queryable, name: string) =>
  db.run(sql`insert into chores (name, due_at) values (${name}, clock_timestamp())`)
const isStored = async (name: string) =>
  (await house.db.row(sql`select from chores where name = ${name}`)) !== null

test('what breaks after it was stored is no reason to store it once more', async () => {
  const broken = share(two, async (db) => {
    await store(db, 'stored')
    throw new TypeError('a bug of ours')
  })
  await expect(broken).rejects.toThrow('a bug of ours')
  expect(await isStored('stored')).toBe(true)
})

test.each([
  ['the database refuses', (db: Queryable) => db.run(sql`insert into chores (name) values (null)`)],
  ['what names something that is gone', () => Promise.reject(new Problem(422, 'gone', 'It is gone.'))],
])('%s is left to be answered one by one', async (_, work) => {
  const outcomes = await share(two, async (db) => {
    await work(db)
    return []
  })
  expect(outcomes).toEqual([retrySingly, retrySingly])
})

test('with a name to keep, whatever breaks is rolled back and left to be answered one by one', async () => {
  const named = { workspaceId: house.workspaceId, key: 'live:k', fingerprint: Buffer.alloc(32) }
  const outcomes = await share([{ name: named }, { name: null }], async (db) => {
    await store(db, 'rolled back')
    throw new TypeError('a bug of ours')
  })
  expect(outcomes).toEqual([retrySingly, retrySingly])
  expect(await isStored('rolled back')).toBe(false)
})
