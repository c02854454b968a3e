// @module-tag slow
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { lookAtFeeds } from '../../src/feeds/looking/look-at-feeds.ts'
import { image } from '../media-files.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from './feed-house.ts'

let at: FeedHouse
beforeAll(async () => {
  at = await startFeedHouse()
})
afterAll(() => at.stop())

/** How many posts each item of a feed has, those that were deleted counted. */
async function postsOf(id: string): Promise<Record<string, number>> {
  const rows = await at.house.db.rows<{ title: string; posts: number }>(sql`
    select i.title, (select count(*)::int from posts p where p.workspace_id = i.workspace_id
      and p.metadata ->> 'feed_item_id' = i.id::text) as posts
    from feed_items i where i.feed_id = ${id} and i.outcome <> 'seen'`)
  return Object.fromEntries(rows.map(({ title, posts }) => [title, posts]))
}

const allDue = () =>
  at.house.db.run(sql`
  with feeds_due as (update feeds set next_look_at = clock_timestamp(), looked_at = null where next_look_at is not null)
  update feed_items set next_try_at = clock_timestamp() where outcome = 'due'`)

test('looks at the same moment, of the background and of people, make one post of each item', async () => {
  const url = at.publish('/race.xml', numbered(1))
  const id = await expectAdded(at.add({ url, max_per_day: 100 }))
  for (let last = 5; last <= 13; last += 4) {
    at.publish('/race.xml', numbered(last))
    for (let round = 0; round < 2; round += 1) {
      await allDue()
      const look = () => at.house.request('POST', `/v1/feeds/${id}/look`)
      const background = () => lookAtFeeds(at.house.context, new AbortController().signal)
      const both = [background(), look(), background(), look(), background(), background()]
      await Promise.all(both)
    }
  }
  await allDue()
  await lookAtFeeds(at.house.context, new AbortController().signal)
  const expected = Array.from({ length: 12 }, (_each, n) => [`Item ${n + 2}`, 1])
  expect(await postsOf(id)).toEqual(Object.fromEntries(expected))
}, 60_000)

async function startLooking(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./look-process.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { config, secretKeys } = at.house.context
  child.send({
    config: { ...config, port: 0, secretKey: null },
    connection: at.house.connection,
    secretKey: secretKeys.current.toString('hex'),
  })
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test('processes that are killed at any moment make one post of each item', async () => {
  at.site.put('/boat.jpg', { body: await image('jpeg'), type: 'image/jpeg' })
  const more = `<enclosure type="image/jpeg" url="${at.site.url}/boat.jpg"/>`
  const put = (last: number) =>
    at.publish(
      '/crash.xml',
      numbered(last).map((item) => ({ ...item, more })),
    )
  const id = await expectAdded(at.add({ url: put(1), max_per_day: 100 }))
  let last = 1
  for (let round = 0; round < 3; round += 1) {
    const children = await Promise.all([startLooking(), startLooking()])
    for (const child of children) {
      last += 4
      put(last)
      await pause(30 + Math.random() * 250)
      await kill(child)
    }
  }
  await allDue()
  await lookAtFeeds(at.house.context, new AbortController().signal)
  const made = await postsOf(id)
  // Where two steps came at one look, the last ones wait for a person.
  const waiting = (await at.outcomes(id))
    .filter(([, outcome]) => outcome === 'waiting')
    .map(([title]) => title)
  const expected = Array.from({ length: last - 1 }, (_each, n) => `Item ${n + 2}`)
  expect(Object.keys(made).sort()).toEqual(expected.sort())
  for (const title of expected) expect([title, made[title]]).toEqual([title, waiting.includes(title) ? 0 : 1])
  expect(waiting.length).toBeLessThan(expected.length)
}, 90_000)
