import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reply } from '../../../../../test/attacks/hostile-network.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { type HostileServer, type Hostility, startHostileServer } from '../hostile-server.ts'

let room: Newsroom
let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
  room = await openNewsroom()
})
afterAll(async () => {
  await room.stop()
  server.close()
})

/** Answers 429 with these headers until `goodAt`, then as it should; keeps when it was asked. */
function limit(headers: () => string[], goodAt: number, good: unknown) {
  const asked: number[] = []
  const answer = (socket: Socket) => {
    asked.push(Date.now())
    if (Date.now() < goodAt) reply(socket, 429, { error: 'Too many requests' }, headers())
    else reply(socket, 200, good)
  }
  return { asked, answer }
}

async function join(hostility: Hostility): Promise<string> {
  const token = server.person(hostility)
  const id = await room.connect('mastodon', { instance: server.url, access_token: token })
  return id
}

/** A person whose server answers so from now on: connecting asks for the list as well. */
async function joinThen(hostility: Hostility): Promise<string> {
  const token = server.person({})
  const id = await room.connect('mastodon', { instance: server.url, access_token: token })
  server.change(token, hostility)
  return id
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0))
const cutToSeconds = (at: number) => new Date(Math.floor(at / 1_000) * 1_000).toISOString()
const timers = (postId: string) =>
  room.db.row<{ tries: number; blocked_s: number; next_s: number }>(room.sql`
    select t.tries, extract(epoch from a.blocked_until - clock_timestamp())::float8 as blocked_s,
      extract(epoch from t.next_action_at - clock_timestamp())::float8 as next_s
    from targets t join social_accounts a on a.id = t.account_id where t.post_id = ${postId}`)

describe.concurrent('a network that asks to wait', () => {
  test.each([
    ['Retry-After: 0', () => ['retry-after: 0']],
    ['a reset that is over', () => [`x-ratelimit-reset: ${cutToSeconds(Date.now() - 5_000)}`]],
  ])(
    'is asked again after two seconds and then after four, where its time is over (%s)',
    async (_, headers) => {
      for (const call of ['list', 'post'] as const) {
        const { asked, answer } = limit(headers, Date.now() + 4_500, call === 'list' ? [] : { id: '1' })
        const account = await joinThen({ [call]: answer })
        const post = await room.post({ caption: 'Patience', social_accounts: [account] })
        expect(await room.settled(post.id, ['posted', 'failed'])).toBe('posted')
        const [first = 0, second = 0] = gaps(asked)
        expect(asked).toHaveLength(3)
        expect([first >= 2_000, second >= 4_000]).toEqual([true, true])
      }
    },
  )

  test('is left alone until the second that it names is over', async () => {
    const goodAt = Date.now() + 4_200
    const { asked, answer } = limit(() => [`x-ratelimit-reset: ${cutToSeconds(goodAt)}`], goodAt, [])
    const post = await room.post({
      caption: 'Whole seconds',
      social_accounts: [await joinThen({ list: answer })],
    })
    expect(await room.settled(post.id, ['posted', 'failed'])).toBe('posted')
    expect(asked).toHaveLength(2)
  })

  test('is believed when it names an HTTP date', async () => {
    const goodAt = Date.now() + 4_000
    const date = new Date(goodAt).toUTCString()
    const { asked, answer } = limit(() => [`retry-after: ${date}`], goodAt - 1_000, { id: '1' })
    const post = await room.post({ caption: 'A date', social_accounts: [await join({ post: answer })] })
    expect(await room.settled(post.id, ['posted', 'failed'])).toBe('posted')
    expect(asked).toHaveLength(2)
    expect(gaps(asked)[0]).toBeGreaterThan(3_000)
  })

  test('spends no try of a post, however often it does so with a time', async () => {
    const { asked, answer } = limit(() => ['retry-after: 1'], Date.now() + 100_000, [])
    const post = await room.post({ caption: 'Later', social_accounts: [await joinThen({ list: answer })] })
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
    expect((await timers(post.id))?.tries).toBe(0)
    expect(await room.status(post.id)).not.toBe('failed')
  })

  test.each([
    ['for years is believed for a day', '999999999', 86_400],
    ['in milliseconds, as if they were seconds, is believed', '60000', 60_000],
  ])('%s when it says so twice, and first for an hour', async (_, header, seconds) => {
    const { answer } = limit(() => [`retry-after: ${header}`], Date.now() + 100_000, [])
    const post = await room.post({ caption: header, social_accounts: [await joinThen({ list: answer })] })
    const blocked = async () => (await timers(post.id))?.blocked_s
    await expect.poll(blocked).toBeGreaterThan(3_500)
    expect((await timers(post.id))?.next_s).toBeLessThanOrEqual(3_600)
    await room.db.run(room.sql`
      update social_accounts set blocked_until = clock_timestamp()
      where id = (select account_id from targets where post_id = ${post.id})`)
    await room.db.run(room.sql`
      update targets set next_action_at = clock_timestamp() where post_id = ${post.id}`)
    room.context.wake(0)
    await expect.poll(blocked).toBeGreaterThan(3_600)
    expect(await blocked()).toBeLessThanOrEqual(seconds)
    expect((await timers(post.id))?.next_s).toBeLessThanOrEqual(seconds + 1)
  })

  test.each([
    ['ask', 60],
    ['publish_1h', 3_600],
    ['publish_24h', 86_400],
    ['publish_always', 86_400],
  ])(
    'asks a person as soon as %s is over, and for each post that waits with it',
    async (latePolicy, seconds) => {
      const { asked, answer } = limit(() => ['retry-after: 999999999'], Date.now() + 100_000, [])
      const account = await joinThen({ list: answer })
      const later = new Date(Date.now() + 60_000).toISOString()
      const write = (caption: string) =>
        room.post({ caption, social_accounts: [account], scheduled_at: later, late_policy: latePolicy })
      const posts = [await write('One'), await write('Two')]
      for (const { id } of posts)
        await room.db.run(room.sql`
        update targets set scheduled_at = clock_timestamp() - ${seconds - 3} * interval '1 second',
          next_action_at = clock_timestamp() where post_id = ${id}`)
      room.context.wake(0)
      for (const { id } of posts) {
        expect(await room.settled(id, ['needs_review', 'failed', 'posted'])).toBe('needs_review')
        expect((await room.results(id))[0]?.review).toMatchObject({ reason: 'missed_window', sent_at: null })
      }
      expect(asked.length).toBeLessThanOrEqual(2)
    },
  )

  test('hears of those that waited together one after the other', async () => {
    const asked: number[] = []
    const list = (socket: Socket) => {
      asked.push(Date.now())
      reply(socket, 200, [])
    }
    const account = await joinThen({ list })
    await room.db.run(room.sql`
      update social_accounts set blocked_until = clock_timestamp() + interval '4 seconds' where id = ${account}`)
    const at = new Date(Date.now() + 2_500).toISOString()
    const posts = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((caption) =>
        room.post({ caption, social_accounts: [account], scheduled_at: at }),
      ),
    )
    for (const { id } of posts) expect(await room.settled(id, ['posted', 'failed'])).toBe('posted')
    const within = (from: number) => asked.filter((each) => each >= from && each < from + 300).length
    expect(Math.max(...asked.map(within))).toBeLessThanOrEqual(2)
  })
})
