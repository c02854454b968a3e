import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const watchedMs = 10_000

describe('a server with nothing to do', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  it('asks the database less than three times a second, also with a thousand posts planned', async () => {
    const account = await room.account('Sleeper')
    const at = new Date(Date.now() + 30 * 86_400_000).toISOString()
    for (let index = 0; index < 50; index += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, lane) =>
          room.post({ caption: `${index}-${lane}`, social_accounts: [account], scheduled_at: at }),
        ),
      )
    }
    // Idle connections report what they did within ten seconds.
    await pause(11_000)
    // An autovacuum of the thousand is counted too, so only a window without one is judged.
    let perSecond = await watchOnce()
    for (let again = 0; perSecond >= 3 && again < 2; again += 1) perSecond = await watchOnce()
    expect(perSecond).toBeLessThan(3)
  })

  async function watchOnce(): Promise<number> {
    const before = await transactions()
    await pause(watchedMs)
    // The look itself is one of them.
    return ((await transactions()) - before - 1) / (watchedMs / 1_000)
  }

  async function transactions(): Promise<number> {
    await room.db.row(room.sql`select pg_stat_force_next_flush()`)
    const row = await room.db.row<{ count: number }>(room.sql`
      select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`)
    return row?.count ?? Number.NaN
  }
})
