import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { connectByToken } from '../connect.ts'
import { perch } from '../connector.ts'
import { type FakePerch, publishing, startFakePerch } from './fake.ts'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface PerchHouse extends Conformance {
  readonly fake: FakePerch
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector = perch): Promise<PerchHouse> {
  const fake = await startFakePerch()
  const outbound = localOutbound({ [origin]: fake.url })
  const connectIo = identifyIo(outbound)
  const { account, credentials } = await connectAccount(fake.token, connectIo)
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.revoke(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: async () => fake.processMedia(1_000),
      block: null,
      optionMedia: null,
    },
    fake,
    connectIo,
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

async function connectAccount(
  token: string,
  io: IdentifyIo,
): Promise<{ account: Account; credentials: JsonObject }> {
  const { externalId, username, settings, credentials } = await connectByToken.identify(
    { access_token: token },
    io,
  )
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

function tooMany(seconds: number) {
  const error = { code: 'rate_limited', message: 'Too many requests' }
  return answered(429, { error }, { 'retry-after': String(seconds) })
}

function readPublicPosts({ posts }: FakePerch): Promise<PublicPost[]> {
  return Promise.all(
    posts.map(async ({ id, text, media, replyTo }) => {
      const images = await Promise.all(media.map(measure))
      return { id, text, images, replyTo }
    }),
  )
}

async function measure({ bytes, altText }: { bytes: Buffer; altText: string }) {
  const { width, height } = await sharp(bytes).metadata()
  return { altText, width, height }
}
