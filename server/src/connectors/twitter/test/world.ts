import sharp from 'sharp'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { origin, site } from '../api.ts'
import { connectByOauth } from '../connect.ts'
import { twitter } from '../connector.ts'
import { writeCredentials, writeSettings } from '../settings.ts'
import { type FakeX, type FakeXOptions, publishing, startFakeX } from './fake.ts'
import { alice } from './fake-state.ts'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface XHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeX
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector = twitter, options: FakeXOptions = {}): Promise<XHouse> {
  const fake = await startFakeX(options)
  const outbound = localOutbound({ [origin]: fake.url, [site]: fake.url })
  const credentials = writeCredentials({ accessToken: fake.token, refreshToken: 'a-refresh-token-of-alice' })
  return {
    connector,
    account: accountOf('None'),
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: async () => {
        fake.world.processMs = 1_000
      },
      block: async () => {
        fake.world.isSuspended = true
      },
      optionMedia: null,
    },
    fake,
    outbound,
    connectIo: { ...identifyIo(outbound), app: async () => fake.app },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** A sign-in at a network of its own, and a person who agrees or does not. */
export async function openSignIn(): Promise<RedirectConformance> {
  const redirectUris = ['https://crier.example.org/oauth/callback/some']
  const { fake, connectIo, close } = await openHouse(undefined, { redirectUris })
  const decide = async (url: string, decision: string) => {
    const body = new URLSearchParams({ decision })
    const answer = await fetch(url.replace(site, fake.url), { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const person = {
    agree: (url: string) => decide(url, 'allow'),
    refuse: (url: string) => decide(url, 'refuse'),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
}

/** Alice, who pays for this. */
export function accountOf(subscription: string | null): Account {
  const settings = writeSettings({ subscription, scopes: [], readAt: '2026-11-01T00:00:00.000Z' })
  return { id: 'an-account', externalId: alice.id, username: alice.username, settings }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** X names the second at which its window opens again, and counts in three windows. */
function tooMany(seconds: number) {
  const reset = (after: number) => String(Math.floor(Date.now() / 1_000) + after)
  const type = 'https://api.x.com/2/problems/rate-limit-exceeded'
  return answered(
    429,
    { title: 'Too Many Requests', detail: 'Too Many Requests', type, status: 429 },
    {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': reset(seconds),
      'x-user-limit-24hour-remaining': '60',
      'x-user-limit-24hour-reset': reset(80_000),
    },
  )
}

async function readPublicPosts({ world }: FakeX): Promise<PublicPost[]> {
  return Promise.all(
    world.posts.map(async ({ id, text, mediaIds, replyTo }) => {
      const images = await Promise.all(
        mediaIds.map(async (mediaId) => {
          const { bytes = Buffer.alloc(0), altText = '' } = world.media.get(mediaId) ?? {}
          const { width, height } = await sharp(bytes).metadata()
          return { altText, width, height }
        }),
      )
      return { id, text, images, replyTo }
    }),
  )
}
