import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { cancel } from '../../src/jobs/cancel.ts'
import { countJobs } from '../../src/jobs/count-jobs.ts'
import { enqueue } from '../../src/jobs/enqueue.ts'
import type { Job, JobRun } from '../../src/jobs/job.ts'
import { prepareJobs, schemaRevision } from '../../src/jobs/prepare-jobs.ts'
import { reschedule } from '../../src/jobs/reschedule.ts'
import { tidyJobs } from '../../src/jobs/tidy-jobs.ts'
import { type Working, work } from '../../src/jobs/work.ts'
import { createLog } from '../../src/lib/log.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../stories/until.ts'
import { fastLengths } from './lengths.ts'

describe('background jobs', () => {
  let database: TestDatabase
  let working: Working | null = null
  let done: string[] = []
  let stumbles = 0
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    await working?.close()
    working = null
    done = []
    await database.db.run(sql`delete from chores`)
  })
  afterAll(() => database.drop())

  const note = (words: string): Job => ({ task: 'note', key: null, payload: { words } })

  function start(chores: Parameters<typeof work>[0]['chores'] = []): void {
    working = work({
      connection: database.connection,
      log: createLog('silent'),
      name: 'test',
      tasks: {
        note: async ({ payload }) => {
          done.push(String(payload.words))
        },
        stumble: async ({ tries }: JobRun) => {
          stumbles = tries
          throw new Error('Refused for Bearer verysecret')
        },
      },
      chores,
      lengths: fastLengths,
    })
  }

  it('are done once their transaction commits, and never when it rolls back', async () => {
    start()
    const failing = database.db.transaction(async (tx) => {
      await enqueue(tx, note('undone'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await database.db.transaction((tx) => enqueue(tx, note('done')))
    await untilDone(1)
    await pause(300)
    expect(done).toEqual(['done'])
  })

  it('of one key wait once, with the newest payload, also when many enqueue at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        enqueue(database.db, { ...note(`one of ${number}`), key: 'the only one' }),
      ),
    )
    await enqueue(database.db, { ...note('the last'), key: 'the only one' })
    start()
    await untilDone(1)
    await pause(300)
    expect(done).toEqual(['the last'])
  })

  it('can be taken back while they wait', async () => {
    await enqueue(database.db, { ...note('canceled'), key: 'a', inMs: 200 })
    expect(await cancel(database.db, 'a')).toBe(true)
    expect(await cancel(database.db, 'a')).toBe(false)
    await enqueue(database.db, note('other'))
    start()
    await untilDone(1)
    await pause(500)
    expect(done).toEqual(['other'])
  })

  it('are done at their time, which can be changed', async () => {
    await enqueue(database.db, { ...note('sooner'), key: 'a', inMs: 3_600_000 })
    await enqueue(database.db, { ...note('later'), key: 'b', inMs: 3_600_000 })
    expect(await reschedule(database.db, 'a', 0)).toBe(true)
    expect(await reschedule(database.db, 'nobody', 0)).toBe(false)
    start()
    await untilDone(1)
    expect(done).toEqual(['sooner'])
    expect(await cancel(database.db, 'b')).toBe(true)
  })

  it('that fail are tried again after growing pauses, then given up, and doctor is told without secrets', async () => {
    start()
    await enqueue(database.db, { task: 'stumble', key: 's', payload: {}, mostTries: 2 })
    await until(
      () => countJobs(database.db),
      ({ failing }) => failing === 1,
    )
    const waiting = await database.db.row<{ pause_s: number }>(sql`
      select extract(epoch from run_at - clock_timestamp())::float8 as pause_s from crier_jobs.jobs where key = 's'`)
    expect(waiting?.pause_s).toBeGreaterThan(0)
    await until(
      () => countJobs(database.db),
      ({ givenUp }) => givenUp === 1,
      20_000,
    )
    expect(stumbles).toBe(2)
    expect(await countJobs(database.db)).toMatchObject({
      failing: 0,
      lastError: 'stumble: Refused for [redacted]',
    })
    expect(await reschedule(database.db, 's', 3_600_000)).toBe(true)
    expect(await countJobs(database.db)).toMatchObject({ givenUp: 0 })
    expect(await cancel(database.db, 's')).toBe(true)
  })

  it('that were given up long ago are forgotten, and those of a worker nobody knows are freed', async () => {
    await enqueue(database.db, { ...note('given up'), key: 'old' })
    await enqueue(database.db, note('stray'))
    await database.db.run(sql`
      update crier_jobs._private_jobs set attempts = max_attempts, run_at = now() - interval '15 days',
        updated_at = now() - interval '15 days' where key = 'old'`)
    await database.db.run(sql`
      update crier_jobs._private_jobs set locked_by = 'nobody', locked_at = now() - interval '2 minutes'
      where key is null`)
    await tidyJobs(database.db)
    expect(await cancel(database.db, 'old')).toBe(false)
    start()
    await untilDone(1)
    expect(done).toEqual(['stray'])
  })

  it('that are due again and again report their failures, until they are done', async () => {
    let isBroken = true
    const chore = async () => {
      if (isBroken) throw new Error('The shelf is full')
    }
    start([{ name: 'tidy up', everyMs: 300, run: chore }])
    const failing = await until(
      () => countJobs(database.db),
      (counts) => counts.failingChores.length > 0,
    )
    expect(failing.failingChores).toMatchObject([{ name: 'tidy up', error: 'The shelf is full' }])
    isBroken = false
    await until(
      () => countJobs(database.db),
      (counts) => counts.failingChores.length === 0,
    )
  })

  it('are kept in tables of the installed graphile-worker, made once however many start together', async () => {
    const empty = await createEmptyDatabase()
    const starts = await Promise.all([1, 2, 3].map(() => prepareJobs(empty.db, empty.connection)))
    expect(starts.flat()).toEqual([`crier_jobs ${schemaRevision}`])
    const newest = await empty.db.row<{ id: number }>(sql`select max(id) as id from crier_jobs.migrations`)
    expect(newest?.id).toBe(schemaRevision)
    await empty.drop()
  })

  function untilDone(count: number): Promise<string[]> {
    return until(
      async () => done,
      (all) => all.length >= count,
    )
  }
})
