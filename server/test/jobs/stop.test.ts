import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { enqueue } from '../../src/jobs/enqueue.ts'
import { work } from '../../src/jobs/work.ts'
import { createLog } from '../../src/lib/log.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import { until } from '../stories/until.ts'
import { fastLengths } from './lengths.ts'

let database: TestDatabase
let proxy: DatabaseProxy
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.connection)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

test('a worker that can say no goodbye, for the database is away, begins again when it is back', async () => {
  const { db } = database
  const begun: string[] = []
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const working = work({
    connection: proxy.connection,
    log: createLog('silent'),
    name: 'a worker',
    tasks: {
      note: async ({ payload }) => {
        begun.push(String(payload.words))
        await mayEnd
      },
    },
    chores: [],
    lengths: fastLengths,
  })
  const note = (words: string) => enqueue(db, { task: 'note', key: null, payload: { words } })
  const noted = (count: number) =>
    until(
      () => Promise.resolve(begun.length),
      (found) => found >= count,
      20_000,
    )
  await note('before')
  await noted(1)
  // Others take it for dead; it hears of that with its next sign of life, and waits for what it has begun.
  await db.run(sql`delete from job_workers`)
  await pause(3 * fastLengths.heartbeatMs)
  proxy.cut()
  end()
  await pause(3 * fastLengths.heartbeatMs)
  proxy.restore()
  await note('after')
  await until(
    () => Promise.resolve(begun.includes('after')),
    (isBegun) => isBegun,
    20_000,
  )
  proxy.cut()
  await working.close()
})
