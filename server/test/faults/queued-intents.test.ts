import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { until } from '../stories/until.ts'

const sendWindowMs = 1_000
let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ timings: { sendWindowMs } })
})
afterAll(() => room.stop())

it('sends what had to wait behind a slow transaction, each with its whole window', {
  timeout: 40_000,
}, async () => {
  const accounts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => room.account(`Queued ${index}`)),
  )
  const blocked = () =>
    room.db.row<{ count: number }>(room.sql`
      select count(*)::int as count from pg_locks where relation = 'commits'::regclass and not granted`)
  const write = (account: string, caption: string) => room.post({ caption, social_accounts: [account] })
  const [first = '', ...others] = accounts
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = room.db.transaction(async (tx) => {
    await tx.run(room.sql`lock table commits in exclusive mode`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  await write(first, 'The slow one')
  await until(blocked, (found) => (found?.count ?? 0) > 0, 10_000)
  const posts = await Promise.all(others.map((account, index) => write(account, `Queued ${index}`)))
  await pause(1.5 * sendWindowMs)
  released.resolve()
  await slow
  for (const { id } of posts) expect(await room.settled(id, ['posted', 'failed'])).toBe('posted')
  const commits = await room.db.rows<{ outcome: string; sends: number }>(room.sql`
    select c.outcome, c.sends from commits c join targets t on t.id = c.target_id
    where t.post_id = any(${posts.map(({ id }) => id)}::uuid[])`)
  expect(commits).toEqual(posts.map(() => ({ outcome: 'ok', sends: 1 })))
})
