import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeFitting, type Picture } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { origins, website } from '../api.ts'
import { neededScopes } from '../app.ts'
import { limits } from '../check.ts'
import { pinterest } from '../connector.ts'
import { readProfile } from '../profile.ts'
import { type Environment, writeCredentials } from '../settings.ts'
import { connectByOauth } from '../sign-in.ts'
import { board, type FakePinterest, publishing, startFakePinterest } from './fake.ts'
import { storage } from './fake-media.ts'
import { harbour } from './fake-world.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface PinterestHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakePinterest
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(
  connector = pinterest,
  environment: Environment = 'production',
  scopes: readonly string[] = neededScopes,
): Promise<PinterestHouse> {
  const fake = await startFakePinterest()
  const outbound = localOutbound(standInsOf(fake))
  const { id, secret } = fake.signIn.oauth.register({ redirectUris: [redirectUri] })
  const app: JsonObject = { client_id: id, client_secret: secret, environment }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const { account, credentials } = await connectAccount(fake, scopes, environment, connectIo)
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: { board_ids: [board] },
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.signIn.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      // Pictures go with the Pin and are ready at once; a test of its own waits for a video.
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => {
        const place = fake.world.pins.findIndex((pin) => pin.id === postId)
        fake.world.pins.splice(place, 1)
      },
      engage: async (postId) => {
        const pin = fake.world.pins.find((one) => one.id === postId)
        if (!pin) throw new Error('There is no such Pin.')
        pin.metrics = { impression: 240, pin_click: 37, clickthrough: 20, reaction: 12, comment: 10, save: 5 }
        return { views: 240, likes: 12, comments: 10, saves: 5, clicks: 37 }
      },
      optionMedia: {
        naming: (mediaId) => ({ cover_image: mediaId }),
        shown: async (postId) => {
          const cover = fake.world.pins.find((pin) => pin.id === postId)?.video?.cover
          return cover instanceof Buffer ? [await sharp(cover).metadata()] : []
        },
        carrier: makeVideo,
      },
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

function standInsOf({ url }: FakePinterest): Record<string, string> {
  return { [origins.production]: url, [origins.sandbox]: url, [website]: url, [storage]: url }
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(environment: Environment = 'production'): Promise<
  RedirectConformance & {
    fake: FakePinterest
  }
> {
  const { fake, connectIo, close } = await openHouse(pinterest, environment)
  const decide = async (url: string, decision: string) => {
    const body = new URLSearchParams({ decision })
    const answer = await fetch(url.replace(website, fake.url), { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const person = {
    agree: (url: string) => decide(url, 'allow'),
    refuse: (url: string) => decide(url, 'refuse'),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close, fake }
}

async function connectAccount(
  fake: FakePinterest,
  scopes: readonly string[],
  environment: Environment,
  io: IdentifyIo,
): Promise<{ account: Account; credentials: JsonObject }> {
  const accessToken = fake.signIn.oauth.issue(harbour.username, scopes)
  const { id: externalId, username, settings } = await readProfile(accessToken, scopes, environment, io)
  const credentials = writeCredentials({ accessToken, refreshToken: 'a-refresh-token-of-nobody' })
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

/** A video as far as its head goes, which keeps every limit. */
export async function makeVideo(): Promise<Picture> {
  const limit = limits(null).media.kinds.find(({ kind }) => kind === 'video')
  if (!limit) throw new Error('There is no limit for videos.')
  const bytes = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

/** Readers hear one alt text of a Pin, whose lines are those of its pictures. */
function readPublicPosts({ world }: FakePinterest): Promise<PublicPost[]> {
  return Promise.all(
    world.pins.map(async ({ id, description, altText, pictures }) => {
      const lines = (altText ?? '').split('\n')
      const images = await Promise.all(
        pictures.map(async (bytes, index) => {
          const { width, height } = await sharp(bytes).metadata()
          return { altText: lines[index] ?? '', width, height }
        }),
      )
      return { id, text: description ?? '', images, replyTo: null }
    }),
  )
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(status: number, code: number, message: string, headers: Record<string, string> = {}) {
  return answered(status, { code, message }, headers)
}

export function tooMany(seconds: number) {
  const limit = '100, 100;w=60;name="org_write_app_id_user_id"'
  return refused(429, 8, 'You have exceeded your rate limit.', {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': '0, 0;w=60;name="org_write_app_id_user_id"',
    'x-ratelimit-reset': `${seconds}, ${seconds};w=60;name="org_write_app_id_user_id"`,
  })
}
