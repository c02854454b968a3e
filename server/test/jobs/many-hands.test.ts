import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { enqueue } from '../../src/jobs/enqueue.ts'
import { usualLengths } from '../../src/jobs/work.ts'
import { until } from '../stories/until.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { chorePeriodMs } from './lengths.ts'

const slow = { task: 'slow', key: null, payload: { words: 'hello' } }

describe('processes that share background work', () => {
  let bureau: Bureau
  beforeEach(async () => {
    bureau = await openBureau()
  })
  afterEach(() => bureau.close())

  it('do again what a killed one had begun, and what it had only fetched', async () => {
    const { db } = bureau.database
    const doomed = await bureau.hire(60_000)
    for (let number = 0; number < 15; number += 1) await enqueue(db, slow)
    await bureau.untilNoted('began', 10)
    doomed.kill('SIGKILL')
    const heir = await bureau.hire(0)
    const ended = await bureau.untilNoted('ended', 15)
    expect(new Set(ended.map(({ pid }) => pid))).toEqual(new Set([heir.pid]))
    expect(await left()).toBe(0)
  })

  it('find a dead one, with the usual lengths, well within 30 seconds', () => {
    const { heartbeatMs, deadAfterMs, pollMs } = usualLengths
    expect(deadAfterMs + heartbeatMs + pollMs).toBeLessThanOrEqual(25_000)
  })

  it('suffer nothing from one that wakes after it was taken for dead', async () => {
    const { db } = bureau.database
    const sleeper = await bureau.hire(2_000)
    await enqueue(db, slow)
    await bureau.untilNoted('began', 1)
    sleeper.kill('SIGSTOP')
    const heir = await bureau.hire(100)
    await until(
      () => bureau.notes(),
      (notes) => notes.some(({ what, pid }) => what === 'ended' && pid === heir.pid),
      20_000,
    )
    sleeper.kill('SIGCONT')
    // It comes back under a new name and does its share again.
    await until(workers, (count) => count === 2, 20_000)
    const [heirDone] = await Promise.all([once(heir, 'exit'), heir.kill('SIGTERM')])
    expect(heirDone).toEqual([0, null])
    await enqueue(db, { ...slow, payload: { words: 'again' } })
    await until(
      () => bureau.notes(),
      (notes) =>
        notes.some(({ words, pid, what }) => words === 'again' && pid === sleeper.pid && what === 'ended'),
      20_000,
    )
    expect(await left()).toBe(0)
  })

  it('finish what they have begun when they are told to stop, and leave the rest to others at once', async () => {
    const { db } = bureau.database
    const leaving = await bureau.hire(1_000)
    for (let number = 0; number < 12; number += 1) await enqueue(db, slow)
    await bureau.untilNoted('began', 10)
    const [stopped] = await Promise.all([once(leaving, 'exit'), leaving.kill('SIGTERM')])
    expect(stopped).toEqual([0, null])
    const notes = await bureau.notes()
    expect(notes.filter(({ what }) => what === 'ended')).toHaveLength(
      notes.filter(({ what }) => what === 'began').length,
    )
    expect(await workers()).toBe(0)
    const locked = await db.row(sql`select id from crier_jobs.jobs where locked_at is not null limit 1`)
    expect(locked).toBeNull()
    await bureau.hire(0)
    await bureau.untilNoted('ended', 12)
  })

  it('do a chore once in each period, however many they are, and also when one dies', async () => {
    const hired = [await bureau.hire(0), await bureau.hire(0), await bureau.hire(0)]
    await bureau.untilNoted('chore', 3)
    hired[0]?.kill('SIGKILL')
    const found = await bureau.untilNoted('chore', 13)
    const times = found.map(({ at }) => at.getTime())
    const spanMs = Math.max(...times) - Math.min(...times)
    // The first may have come late, and what the killed one had begun is done again; three for one would be many more.
    expect(spanMs).toBeGreaterThan((found.length - 1 - 3) * chorePeriodMs)
  })

  async function left(): Promise<number> {
    const count = async () => {
      const row = await bureau.database.db.row<{ jobs: number }>(
        sql`select count(*) as jobs from crier_jobs.jobs where task_identifier = 'slow'`,
      )
      return row?.jobs ?? -1
    }
    return until(count, (jobs) => jobs === 0)
  }

  async function workers(): Promise<number> {
    const row = await bureau.database.db.row<{ alive: number }>(sql`
      select count(*) as alive from job_workers where alive_at > clock_timestamp() - interval '1 second'`)
    return row?.alive ?? -1
  }
})
