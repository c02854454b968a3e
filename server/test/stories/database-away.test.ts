import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeBluesky, startFakeBluesky } from '../../src/connectors/bluesky/test/fake.ts'
import type { FailpointName } from '../../src/publishing/worker/failpoint.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

describe('a database that goes away and comes back', () => {
  let proxy: DatabaseProxy | undefined
  let room: Newsroom | undefined
  let network: FakeBluesky | undefined
  afterEach(async () => {
    proxy?.restore()
    await room?.stop()
    await network?.close()
    await proxy?.close()
    proxy = room = network = undefined
  })

  /** A house whose database is cut off the first time publishing comes to this point. */
  async function open(
    cutAt: FailpointName | null,
  ): Promise<{ room: Newsroom; account: string; fake: FakeBluesky }> {
    let isCut = false
    const opened = await openNewsroom({
      connection: async (direct) => {
        proxy = await startDatabaseProxy(direct)
        return proxy.connection
      },
      failpoint: (name) => {
        if (name !== cutAt || isCut) return
        isCut = true
        proxy?.cut()
      },
    })
    const fake = await startFakeBluesky()
    room = opened
    network = fake
    const person = fake.createAccount('ada.test')
    const input = { service: fake.url, handle: 'ada.test', app_password: person.appPassword }
    return { room: opened, account: await opened.connect('bluesky', input), fake }
  }

  const puts = (fake: FakeBluesky) =>
    fake.calls.filter((call) => call.method === 'com.atproto.repo.putRecord').length

  it('delays what was due meanwhile, and loses and repeats nothing, without a restart', async () => {
    const { room, account, fake } = await open(null)
    const at = new Date(Date.now() + 1_500).toISOString()
    const post = await room.post({ caption: 'In spite of all', social_accounts: [account], scheduled_at: at })
    proxy?.cut()
    await pause(6_000)
    expect(puts(fake)).toBe(0)
    proxy?.restore()
    expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'], 20_000)).toBe('posted')
    expect(puts(fake)).toBe(1)
  }, 60_000)

  it('is waited for with an answer that only we have', async () => {
    const { room, account, fake } = await open('after_response')
    const post = await room.post({ caption: 'Known to us alone', social_accounts: [account] })
    await pause(2_000)
    proxy?.restore()
    expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'], 20_000)).toBe('posted')
    expect(puts(fake)).toBe(1)
  }, 60_000)

  it('sends nothing when nobody knows whether the record of it is there', async () => {
    const { room, account, fake } = await open('before_intent_commit')
    const post = await room.post({ caption: 'Written down, or not', social_accounts: [account] })
    await pause(2_000)
    expect(puts(fake)).toBe(0)
    proxy?.restore()
    expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'], 30_000)).toBe('posted')
    expect(puts(fake)).toBe(1)
  }, 60_000)
})
