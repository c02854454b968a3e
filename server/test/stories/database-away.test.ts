import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { FailpointName } from '../../src/publishing/worker/failpoint.ts'
import { type HostileNetwork, reply, startHostileNetwork } from '../attacks/hostile-network.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

describe('a database that goes away and comes back', () => {
  let proxy: DatabaseProxy | undefined
  let room: Newsroom | undefined
  // A network outside: the sandbox is away with the database.
  let network: HostileNetwork | undefined
  afterEach(async () => {
    proxy?.restore()
    await room?.stop()
    network?.close()
    await proxy?.close()
    proxy = room = network = undefined
  })

  /** A house whose database is cut off the first time publishing comes to this point. */
  async function open(
    cutAt: FailpointName | null,
  ): Promise<{ room: Newsroom; account: string; arrivals: () => number }> {
    let isCut = false
    const outside = await startHostileNetwork()
    network = outside
    outside.set('ada', { publishes: true, answer: (socket) => reply(socket, 200, { id: 'p1' }) })
    const opened = await openNewsroom({
      connectors: [outside.connector],
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
    room = opened
    const account = await opened.connect('hostile', { handle: 'ada', network_class: 'key' })
    return { room: opened, account, arrivals: () => outside.commits('ada').length }
  }

  it('delays what was due meanwhile, and loses and repeats nothing, without a restart', async () => {
    const { room, account, arrivals } = await open(null)
    const at = new Date(Date.now() + 1_500).toISOString()
    const post = await room.post({ caption: 'In spite of all', social_accounts: [account], scheduled_at: at })
    proxy?.cut()
    await pause(6_000)
    expect(arrivals()).toBe(0)
    proxy?.restore()
    expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'])).toBe('posted')
    expect(arrivals()).toBe(1)
  })

  it('is waited for with an answer that only we have', async () => {
    const { room, account, arrivals } = await open('after_response')
    const post = await room.post({ caption: 'Known to us alone', social_accounts: [account] })
    await pause(2_000)
    proxy?.restore()
    expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'])).toBe('posted')
    expect(arrivals()).toBe(1)
  })

  it('sends nothing when nobody knows whether the record of it is there', async () => {
    const { room, account, arrivals } = await open('before_intent_commit')
    const post = await room.post({ caption: 'Written down, or not', social_accounts: [account] })
    await pause(2_000)
    expect(arrivals()).toBe(0)
    proxy?.restore()
    expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'])).toBe('posted')
    expect(arrivals()).toBe(1)
  })
})
