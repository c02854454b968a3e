import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { threads } from '../connector.ts'
import { writeCredentials, writeSettings } from '../settings.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeThreads, publishing, startFakeThreads } from './fake.ts'
import { scopes } from './fake-login.ts'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface ThreadsHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeThreads
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector = threads): Promise<ThreadsHouse> {
  const fake = await startFakeThreads()
  const outbound = localOutbound({ [origin]: fake.url })
  const { id: client_id, secret: client_secret } = fake.login.client
  const connectIo = { ...identifyIo(outbound), app: async () => ({ client_id, client_secret }) }
  const account: Account = {
    id: 'an-account',
    externalId: '9876543210123456789',
    username: 'harbour',
    settings: writeSettings({ scopes }),
  }
  const credentials = credentialsOf(fake.token)
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.login.endAll(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: async () => fake.processMedia(1_000),
      block: async () => fake.restrict(),
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

/** The stored form of a token that was made `ageMs` ago. */
export function credentialsOf(accessToken: string, ageMs = 0): JsonObject {
  const madeAt = Date.now() - ageMs
  return writeCredentials({ accessToken, madeAt, expiresAt: madeAt + 60 * 24 * 3_600_000 })
}

/** A house for the promises of a sign-in by redirect. */
export async function redirectHouse(): Promise<RedirectConformance & { fake: FakeThreads }> {
  const { fake, connectIo, close } = await openHouse()
  const here = (url: string) => url.replace('https://threads.com', fake.url)
  return {
    connect: connectByOauth,
    io: connectIo,
    input: {},
    person: { agree: (url) => agreeToAll(here(url)), refuse: (url) => refuseAt(here(url)) },
    fake,
    close,
  }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** A refusal in the envelope of the Graph API. */
export function refused(error: object, status = 400) {
  return answered(status, { error: { message: 'No', type: 'OAuthException', ...error } })
}

function tooMany(seconds: number) {
  const error = { message: 'Too many calls', type: 'OAuthException', code: 4 }
  return answered(429, { error }, { 'retry-after': String(seconds) })
}

function readPublicPosts({ posts }: FakeThreads): Promise<PublicPost[]> {
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
