import sharp from 'sharp'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Connector, IdentifyIo } from '../../connector.ts'
import { connectByKey } from '../connect.ts'
import { nostr } from '../connector.ts'
import { type FakeRelay, startFakeRelay } from './fake.ts'
import { type FakeBlossom, startFakeBlossom } from './fake-blossom.ts'
import { type FakeEvent, type FakePerson, makePerson } from './fake-event.ts'

/** A connected account on relays of its own, for the promises and for tests that go step by step. */
export interface NostrHouse extends Conformance {
  readonly relays: readonly FakeRelay[]
  readonly blossom: FakeBlossom
  readonly person: FakePerson
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export const domain = 'harbour.example'

/** Opens a house with so many relays. */
export async function openHouse(count = 1, connector: Connector = nostr): Promise<NostrHouse> {
  const person = makePerson()
  const relays = await Promise.all(Array.from({ length: count }, () => startFakeRelay()))
  const blossom = await startFakeBlossom(() => ({ alice: person.pubkey }))
  const outbound = localOutbound({ [`https://${domain}`]: blossom.url })
  const connectIo = identifyIo(outbound)
  const relayUrls = relays.map(({ url }) => url)
  const input = { secret_key: person.secretKey, relays: relayUrls.join(' '), media_server: blossom.url }
  const { externalId, username, settings, credentials } = await connectByKey.identify(input, connectIo)
  const all = (inject: (relay: FakeRelay) => void) => relays.forEach(inject)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () =>
        readPublicPosts(
          relays.map(({ events }) => events),
          blossom,
        ),
      revoke: async () =>
        all((relay) => {
          relay.members = new Set()
        }),
      rateLimitNext: async (seconds) => all((relay) => relay.inject(tooMany(seconds))),
      loseNextAnswer: async () => all((relay) => relay.inject({ kind: 'lose_answer' })),
      workOnNext: async (ms) => all((relay) => relay.inject({ kind: 'hang_up', workMs: ms })),
      slowMedia: null,
      block: null,
      deleteByHand: async (id) => all((relay) => relay.remove(id)),
      engage: null,
      optionMedia: null,
    },
    relays,
    blossom,
    person,
    outbound,
    connectIo,
    close: async () => {
      await outbound.close()
      await Promise.all([...relays, blossom].map((one) => one.close()))
    },
  }
}

function tooMany(seconds: number) {
  return { kind: 'refuse', words: `rate-limited: too fast, wait ${seconds} seconds` } as const
}

/** The notes that any of the relays has, each once, with the pictures that they point to. */
export function readPublicPosts(
  relays: readonly ReadonlyMap<string, FakeEvent>[],
  blossom: FakeBlossom,
): Promise<PublicPost[]> {
  const all = new Map(relays.flatMap((events) => [...events]))
  return Promise.all(
    [...all.values()].filter(({ kind }) => kind === 1).map((event) => showPost(event, blossom)),
  )
}

async function showPost({ id, content, tags }: FakeEvent, blossom: FakeBlossom): Promise<PublicPost> {
  const media = tags
    .filter(([name]) => name === 'imeta')
    .map((tag) => {
      const part = (name: string) =>
        tag.find((each) => each.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
      return { url: part('url'), sha256: part('x'), altText: part('alt'), dim: part('dim') }
    })
  const images = await Promise.all(
    media.map(async ({ sha256, altText, dim }) => {
      const { width, height } = await sharp(blossom.blobs.get(sha256) ?? Buffer.alloc(0)).metadata()
      if (dim !== `${width}x${height}`)
        throw new Error(`A picture of ${width}x${height} is said to be ${dim}.`)
      return { altText, width, height }
    }),
  )
  const ending = media.map(({ url }) => url).join('\n')
  if (!content.endsWith(ending)) throw new Error('The addresses of the media are not below the text.')
  const text = content.slice(0, content.length - ending.length).replace(/\n$/, '')
  const marked = (marker: string) => tags.find((tag) => tag[0] === 'e' && tag[3] === marker)?.[1]
  return {
    id,
    text: media.length > 0 ? text : content,
    images,
    replyTo: marked('reply') ?? marked('root') ?? null,
  }
}
