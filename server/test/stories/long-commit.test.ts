import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connector, commitTimeoutOf } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { type HostileNetwork, reply, startHostileNetwork } from '../attacks/hostile-network.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const usualMs = 500
const askedMs = 6_000
const takesMs = 1_500

let network: HostileNetwork
let room: Newsroom
beforeAll(async () => {
  network = await startHostileNetwork()
  const patient: Connector = {
    ...network.connector,
    platform: 'patient',
    compose: (step) => ({ ...network.connector.compose(step), timeoutMs: askedMs }),
  }
  room = await openNewsroom({
    connectors: [...connectors, network.connector, patient],
    timings: { requestTimeoutMs: usualMs },
  })
})
afterAll(async () => {
  await room.stop()
  network.close()
})

/** Publishes on a network that takes its time; answers the state of the post and of its only commit. */
async function publish(platform: string, wanted: string) {
  const handle = `slow_${platform}`
  network.set(handle, {
    publishes: true,
    answer: (socket) => void setTimeout(() => reply(socket, 200, { id: handle }), takesMs),
  })
  const account = await room.connect(platform, { handle, network_class: 'blind' })
  const post = await room.post({ caption: 'Slowly', social_accounts: [account] })
  const status = await room.settled(post.id, [wanted])
  const row = await room.db.row<{ ms: number }>(room.sql`
    select extract(epoch from c.look_after - c.send_deadline)::float8 * 1000 as ms from commits c
      join targets t on t.workspace_id = c.workspace_id and t.id = c.target_id where t.post_id = ${post.id}`)
  return { status, sends: network.commits(handle).length, answerMs: row?.ms }
}

describe('a network that answers slowly', () => {
  it('is waited for as long as its connector asks, and nobody looks before that', async () => {
    const { settleMs } = room.context.config.timings
    expect(await publish('patient', 'posted')).toEqual({
      status: 'posted',
      sends: 1,
      answerMs: askedMs + settleMs,
    })
  })

  it('is waited for as long as usual otherwise', async () => {
    const { settleMs } = room.context.config.timings
    expect(await publish('hostile', 'needs_review')).toEqual({
      status: 'needs_review',
      sends: 1,
      answerMs: usualMs + settleMs,
    })
  })

  it.each([
    [undefined, 30_000],
    [10, 30_000],
    [90_000, 90_000],
    [3_600_000, 120_000],
  ])('that asks for %s ms gets %i', (timeoutMs, given) => {
    const commit = { method: 'POST', url: 'https://example.org', headers: {}, body: '' } as const
    expect(commitTimeoutOf(timeoutMs === undefined ? commit : { ...commit, timeoutMs }, 30_000)).toBe(given)
  })
})
