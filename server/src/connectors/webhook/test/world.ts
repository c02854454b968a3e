import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { IdentifyIo } from '../../connector.ts'
import { connectByAddress } from '../connect.ts'
import { webhook } from '../connector.ts'
import { address, calls, type FakeReceiver, origin, secret, startFakeReceiver } from './fake.ts'

/** A connected receiver of its own, for the promises and for tests that go step by step. */
export interface WebhookHouse extends Conformance {
  readonly fake: FakeReceiver
  readonly outbound: Outbound
  /** The `io` of connecting. */
  readonly connectIo: IdentifyIo
}

/** Opens a house with a receiver that knows repeated messages, or with one that does not, which is the usual one. */
export async function openHouse(connector = webhook, knowsRepeats = false): Promise<WebhookHouse> {
  const fake = await startFakeReceiver(knowsRepeats)
  const outbound = localOutbound({ [origin]: fake.url })
  const connectIo = identifyIo(outbound)
  const input = { address, secret, name: 'Harbour site', knows_repeats: knowsRepeats, deletes: true }
  const { externalId, username, settings, credentials } = await connectByAddress.identify(input, connectIo)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: async () =>
        fake.world.posts.map(({ id, data, images }) => ({
          id,
          text: String(data.text),
          images,
          replyTo: null,
        })),
      revoke: async () => {
        fake.world.isGone = true
      },
      rateLimitNext: async (seconds) => fake.inject(calls.publish, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(calls.publish, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(calls.publish, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => {
        const { posts } = fake.world
        posts.splice(
          posts.findIndex(({ id }) => id === postId),
          1,
        )
      },
      optionMedia: null,
    },
    fake,
    outbound,
    connectIo,
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const isText = typeof body === 'string'
  const type = { 'content-type': isText ? 'text/plain' : 'application/problem+json' }
  return {
    kind: 'answer' as const,
    status,
    headers: { ...type, ...headers },
    body: isText ? body : JSON.stringify(body),
  }
}

function tooMany(seconds: number) {
  return answered(429, { title: 'Too many requests' }, { 'retry-after': String(seconds) })
}
