import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo, type IoFactory } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Connector, IdentifyIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { connectByOwnKey, connectBySigner } from '../connect.ts'
import { farcaster } from '../connector.ts'
import { type FakeNeynar, publishing, startFakeNeynar } from './fake.ts'
import {
  type FakeCast,
  type FakeSigner,
  type FakeWorld,
  giveKey,
  giveSigner,
  keepCast,
} from './fake-world.ts'

/** A connected account on a Neynar of its own, for the promises and for tests that go step by step. */
export interface FarcasterHouse extends Conformance {
  readonly fake: FakeNeynar
  readonly outbound: Outbound
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
  /** The key of the operator's app. */
  readonly operatorsKey: string
  readonly signer: FakeSigner
}

/** Opens a house whose account has a key of its own, or was connected with the operator's. */
export async function openHouse(
  connector: Connector = farcaster,
  way: 'own_key' | 'signer' = 'own_key',
): Promise<FarcasterHouse> {
  const fake = await startFakeNeynar()
  const { world } = fake
  const outbound = localOutbound({ [origin]: fake.url })
  const operatorsKey = giveKey(world)
  const app = async () => ({ api_key: operatorsKey })
  const connectIo = { ...identifyIo(outbound), app }
  const key = way === 'signer' ? operatorsKey : giveKey(world)
  const signer = giveSigner(world, key)
  const connect = way === 'signer' ? connectBySigner : connectByOwnKey
  const { externalId, username, settings, credentials } = await connect.identify(
    formOf(signer, way),
    connectIo,
  )
  const makeIo = handIo(outbound, credentials)
  const io: IoFactory = (needs) => ({ ...makeIo(needs), app })
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io,
    options: {},
    world: {
      posts: () => readPublicPosts(world),
      revoke: async () => {
        signer.status = 'revoked'
      },
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      // Neynar documents no sign of an account that is blocked.
      block: null,
      deleteByHand: async (postId) => void world.casts.splice(placeOf(world, postId), 1),
      engage: async (postId) => {
        Object.assign(world.casts[placeOf(world, postId)] ?? {}, { likes: 7, recasts: 2 })
        keepCast(world, { fid: 195, text: 'An answer', parent: postId })
        return { likes: 7, comments: 1, shares: 2 }
      },
      hidesAltTexts: true,
      optionMedia: null,
    },
    fake,
    outbound,
    connectIo,
    operatorsKey,
    signer,
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** The form as its user fills it in. */
export function formOf({ uuid, key }: FakeSigner, way: 'own_key' | 'signer' = 'own_key'): JsonObject {
  return way === 'signer' ? { signer_uuid: uuid } : { api_key: key, signer_uuid: uuid }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as Neynar words it. */
export const refused = (status: number, message = 'It may not be.', code = 'InvalidField') =>
  answered(status, { code, message })

export function tooMany(seconds: number) {
  const body = { code: 'RateLimitExceeded', message: 'Too many requests' }
  return answered(429, body, { 'retry-after': String(seconds) })
}

function placeOf({ casts }: FakeWorld, postId: string): number {
  const place = casts.findIndex(({ hash }) => hash === postId)
  if (place === -1) throw new Error('There is no such cast.')
  return place
}

function readPublicPosts({ casts }: FakeWorld): Promise<PublicPost[]> {
  return Promise.all(casts.filter(({ fid }) => fid === 194).map(readPost))
}

/** The addresses of the pictures of a cast: those on our own host. */
export function picturesIn({ embeds }: Pick<FakeCast, 'embeds'>): string[] {
  return embeds.flatMap(({ url }) => (url !== undefined && /\/media\//.test(url) ? [url] : []))
}

async function readPost(cast: FakeCast): Promise<PublicPost> {
  const images = await Promise.all(
    picturesIn(cast).map(async (url) => {
      const bytes = await (await fetch(url)).arrayBuffer()
      const { width, height } = await sharp(bytes).metadata()
      return { altText: '', width, height }
    }),
  )
  return { id: cast.hash, text: cast.text, images, replyTo: cast.parent }
}
