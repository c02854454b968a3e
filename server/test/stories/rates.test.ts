import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import type { Connector, PostRate } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const perAccount = { posts: 3, everyMs: 1_500 }
const perServer = { posts: 7, everyMs: 2_000 }

const limited: Connector = {
  ...sandbox,
  limits: (account) => ({ ...sandbox.limits(account), rates: ratesOf(account?.externalId ?? '') }),
}

function ratesOf(of: string): PostRate[] {
  return [
    { per: 'account', of, ...perAccount },
    { per: 'server', of: 'the sandbox', ...perServer },
  ]
}

let room: Newsroom
let another: App

beforeAll(async () => {
  room = await openNewsroom({ connectors: [limited], timings: { sendWindowMs: 1_000 } })
  another = await createApp({
    config: room.context.config,
    connection: room.connection,
    secretKeys: createSecretKeys(room.context.secretKeys.current),
    connectors: [limited],
  })
  another.worker.start()
})

afterAll(async () => {
  await another?.close()
  await room?.stop()
})

describe('a network that takes so many posts in a span of time', () => {
  test('hears no more than that of an account and of all accounts, from two workers together', async () => {
    const accounts = [await room.account('ada'), await room.account('bob'), await room.account('cleo')]
    const posts = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        room.post({
          caption: `Number ${index}`,
          social_accounts: accounts.slice(index % 3, (index % 3) + 1),
        }),
      ),
    )
    for (const { id } of posts) expect(await room.settled(id, ['posted'])).toBe('posted')

    const arrivals = await Promise.all(accounts.map(async (id) => (await room.truth(id)).arrivals))
    for (const ofOne of arrivals) {
      expect(ofOne).toHaveLength(4)
      expect(mostWithin(ofOne, perAccount.everyMs)).toBeLessThanOrEqual(perAccount.posts)
    }
    expect(mostWithin(arrivals.flat(), perServer.everyMs)).toBeLessThanOrEqual(perServer.posts)
    // A post that waits for its permit is late, not failed: nothing was tried twice.
    for (const { id } of posts) expect((await room.results(id))[0]?.attempts).toHaveLength(1)
  })

  test('is shown with what is left of it', async () => {
    const id = await room.account('dora')
    const shown = async () => (await room.request('GET', `/v1/social-accounts/${id}`)).json.limits.rates[0]
    const rate = { per: 'account', posts: 3, every_seconds: 1.5 }
    expect(await shown()).toEqual({ ...rate, remaining: 3 })
    const post = await room.post({ caption: 'One', social_accounts: [id] })
    await room.settled(post.id, ['posted'])
    const taken = await room.db.row<{ taken: number }>(room.sql`
      select count(*) as taken from permits where scope like 'sandbox|account|%' and taken_at > clock_timestamp() - interval '1 h'`)
    expect(taken?.taken).toBeGreaterThan(0)
    await expect.poll(shown).toEqual({ ...rate, remaining: 3 })
    expect((await room.request('GET', '/v1/platforms')).json.data[0].limits.rates[0].remaining).toBeNull()
  })
})

/** The most arrivals in any span of so many milliseconds. */
function mostWithin(arrivals: readonly { at: Date }[], ms: number): number {
  const times = arrivals.map(({ at }) => at.getTime()).sort((a, b) => a - b)
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length))
}
