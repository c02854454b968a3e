import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallContext } from '../../src/context.ts'
import { type Queryable, sql } from '../../src/db/database.ts'
import { createPost } from '../../src/posts/create-post.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let accountId: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  accountId = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const callOn = (db: Queryable): CallContext => ({
  context: house.context,
  db,
  workspaceId: house.workspaceId,
  mode: 'live',
  caller: { kind: 'operator', userId: house.userId, scopes: 'all' },
  from: { ip: null, userAgent: null },
  request: null,
  afterCommit: () => undefined,
})
const create = (db: Queryable, caption: string) =>
  createPost(callOn(db), { caption, social_accounts: [accountId], is_draft: true })
const stored = async (caption: string) =>
  (await house.db.row<{ count: number }>(sql`select count(*) as count from posts where caption = ${caption}`))
    ?.count

/** A way to the database on which inserting posts ends in `end`, after so much of it was done. */
function breaking(end: (insert: () => Promise<unknown>) => Promise<never>): Queryable {
  const { db } = house.context
  return {
    ...db,
    rows: async <Row>(statement: Parameters<Queryable['rows']>[0]) => {
      if (statement.text.includes('insert into posts')) await end(() => db.rows(statement))
      return db.rows<Row>(statement)
    },
  }
}

test('a post that may have been stored is not stored once more', async () => {
  const db = breaking(async (insert) => {
    await insert()
    throw new TypeError('a bug of ours')
  })
  const both = await Promise.allSettled([create(db, 'stored once'), create(db, 'stored once')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await stored('stored once')).toBe(2)
})

test('posts of one batch are stored one by one when the database refuses the batch', async () => {
  const { db } = house.context
  let refused = 0
  const picky: Queryable = {
    ...db,
    rows: async <Row>(statement: Parameters<Queryable['rows']>[0]) => {
      const posts = statement.values.find((value) => String(value).startsWith('[{"caption"'))
      if (posts === undefined || (JSON.parse(String(posts)) as unknown[]).length === 1)
        return db.rows<Row>(statement)
      refused += 1
      return db.rows<Row>(sql`select 1 / 0`)
    },
  }
  await Promise.all(Array.from({ length: 8 }, () => create(picky, 'one by one')))
  expect(refused).toBeGreaterThan(0)
  expect(await stored('one by one')).toBe(8)
})

test('a post is planned again when an account changes between the look and the insert', async () => {
  const { db } = house.context
  let changes = 0
  const changing: Queryable = {
    ...db,
    rows: async <Row>(statement: Parameters<Queryable['rows']>[0]) => {
      if (statement.text.includes('insert into posts') && changes < 2) {
        changes += 1
        await db.run(
          sql`update social_accounts set username = 'other' || ${changes}::text where id = ${accountId}`,
        )
      }
      return db.rows<Row>(statement)
    },
  }
  await create(changing, 'planned thrice')
  expect([changes, await stored('planned thrice')]).toEqual([2, 1])
})

test('within a transaction a post is there only if the transaction is committed', async () => {
  const rolledBack = house.context.db.transaction(async (tx) => {
    await create(tx, 'rolled back')
    throw new Error('enough')
  })
  await expect(rolledBack).rejects.toThrow('enough')
  await house.context.db.transaction((tx) => create(tx, 'committed'))
  expect([await stored('rolled back'), await stored('committed')]).toEqual([0, 1])
})
