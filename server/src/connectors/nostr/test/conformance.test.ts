import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { type Conformance, describeConformance } from '../../conformance/describe-conformance.ts'
import { connectByKey } from '../connect.ts'
import type { FakeEvent } from './fake-event.ts'
import { isRelayInstalled, type RealRelay, skipWithoutRelay, startRelay } from './servers/start-relay.ts'
import { openHouse, readPublicPosts } from './world.ts'

describeConformance('nostr on two fake relays', () => openHouse(2), { sideBySide: true })

describe('on a real relay', () => {
  let relay: RealRelay
  beforeAll(async () => {
    if (isRelayInstalled()) relay = await startRelay()
  })
  afterAll(() => relay?.stop())
  beforeEach(skipWithoutRelay)

  describeConformance(
    'nostr on a relay that others wrote',
    async (): Promise<Conformance> => {
      // The relay of this house is not spoken to again.
      const house = await openHouse()
      const { person, blossom, connectIo, account } = house
      const input = { secret_key: person.secretKey, relays: relay.url, media_server: blossom.url }
      const { settings } = await connectByKey.identify(input, connectIo)
      return {
        ...house,
        account: { ...account, settings },
        world: {
          ...house.world,
          posts: async () => readPublicPosts([await readEvents(relay.url, person.pubkey)], blossom),
          revoke: () => relay.inject(person.pubkey, { restrict: true }),
          rateLimitNext: (seconds) =>
            relay.inject(person.pubkey, { refuse: `rate-limited: too fast, wait ${seconds} seconds` }),
          loseNextAnswer: () => relay.inject(person.pubkey, { lose: true }),
          workOnNext: (ms) => relay.inject(person.pubkey, { work: ms }),
          deleteByHand: null,
        },
      }
    },
    { sideBySide: true },
  )
})

/** The events of a key, asked for as any program does. */
async function readEvents(url: string, pubkey: string): Promise<Map<string, FakeEvent>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, FakeEvent>>()
  const events = new Map<string, FakeEvent>()
  const socket = new WebSocket(url)
  socket.onopen = () => socket.send(JSON.stringify(['REQ', 'a-test', { authors: [pubkey], kinds: [1] }]))
  socket.onerror = () => reject(new Error('The relay cannot be read.'))
  socket.onmessage = ({ data }) => {
    const [verb, , event] = JSON.parse(String(data)) as [string, string, FakeEvent]
    if (verb === 'EVENT') events.set(event.id, event)
    if (verb === 'EOSE') resolve(events)
  }
  return promise.finally(() => socket.close())
}
