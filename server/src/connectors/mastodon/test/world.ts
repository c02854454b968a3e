import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, RedirectConnect } from '../../connector.ts'
import { connectByToken as connect } from '../connect.ts'
import { mastodon } from '../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeMastodon, post, startFakeMastodon } from './fake.ts'
import type { VariantName } from './fake-variants.ts'

/** Every recorded behaviour of a repeated key. */
export const variantNames: readonly VariantName[] = [
  'mastodon-old',
  'mastodon-2026',
  'mastodon-fixed',
  'pixelfed',
  'gotosocial',
  'hollo',
  'snac',
]

/** Connects an account as a person does: by server and token. */
export async function connectAccount(
  outbound: Outbound,
  given: { instance: string; token: string },
): Promise<{ account: Account; credentials: JsonObject }> {
  const input = { instance: given.instance, access_token: given.token }
  const { externalId, username, settings, credentials } = await connect.identify(input, identifyIo(outbound))
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

/** A house for the promises of a connector, with a server of one kind. */
export async function mastodonConformance(variant: VariantName, connector = mastodon): Promise<Conformance> {
  const fake = await startFakeMastodon({ variant })
  const outbound = localOutbound()
  const { account, credentials } = await connectAccount(outbound, { instance: fake.url, token: fake.token })
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.revoke(),
      rateLimitNext: async (seconds) => fake.inject(post, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(post, { kind: 'lose_answer' }),
      workOnNext: async (ms) => {
        fake.workSlowly(ms)
        fake.inject(post, { kind: 'hang_up' })
      },
      slowMedia: async () => fake.processMedia({ forMs: 1_000 }),
      block: async () => fake.inject(post, disabledLogin),
      deleteByHand: async (postId) => fake.remove(postId),
      engage: async (postId) => {
        fake.engage(postId, { likes: 12, reposts: 3 })
        return { likes: 12, comments: 1, shares: 3 }
      },
      optionMedia: null,
    },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** A house for the promises of a sign-in by redirect, with a server of one kind. */
export async function redirectHouse(
  variant: VariantName,
  connect: RedirectConnect = connectByOauth,
): Promise<RedirectConformance> {
  const fake = await startFakeMastodon({ variant })
  const outbound = localOutbound()
  return {
    connect,
    io: identifyIo(outbound),
    input: { instance: fake.url },
    person: { agree: agreeToAll, refuse: refuseAt },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** As the documentation says: when the limit ends is a time of ISO 8601, and there is no `retry-after`. */
export function tooMany(seconds: number) {
  const reset = new Date(Date.now() + seconds * 1_000).toISOString()
  return {
    kind: 'answer' as const,
    status: 429,
    headers: { 'content-type': 'application/json', 'x-ratelimit-reset': reset, 'x-ratelimit-remaining': '0' },
    body: JSON.stringify({ error: 'Too many requests' }),
  }
}

/** As Mastodon's Api::BaseController refuses everything from an account that is suspended or disabled. */
const disabledLogin = {
  kind: 'answer' as const,
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'Your login is currently disabled' }),
}

async function readPublicPosts(fake: FakeMastodon): Promise<PublicPost[]> {
  return Promise.all(
    fake.posts.map(async ({ id, source, replyTo, media }) => ({
      id,
      text: source,
      images: await Promise.all(media.map(({ bytes, description }) => measure(bytes, description))),
      replyTo,
    })),
  )
}

async function measure(bytes: Buffer, altText: string): Promise<PublicPost['images'][number]> {
  const { width, height } = await sharp(bytes).metadata()
  return { altText, width, height }
}
