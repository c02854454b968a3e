import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { origins } from '../api.ts'
import { neededScope } from '../app.ts'
import { googleBusiness } from '../connector.ts'
import { listLocations } from '../locations.ts'
import { writeCredentials } from '../settings.ts'
import { connectByOauth } from '../sign-in.ts'
import { calls, type FakeBusiness, startFakeBusiness } from './fake.ts'
import { stateOf } from './fake-posts.ts'
import { errorInfo, retryInfo } from './fake-world.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected location on a network of its own, for the promises and for tests that go step by step. */
export interface BusinessHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeBusiness
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector = googleBusiness): Promise<BusinessHouse> {
  const fake = await startFakeBusiness()
  const outbound = localOutbound(standInsOf(fake))
  const { id, secret } = fake.google.oauth.register({ redirectUris: [redirectUri] })
  const app: JsonObject = { client_id: id, client_secret: secret }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const { account, credentials } = await connectLocation(fake, connectIo)
  // Each post is looked at for a moment, as at Google.
  fake.world.processMs = 20
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.google.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(calls.publish, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(calls.publish, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(calls.publish, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => {
        const place = fake.world.posts.findIndex((post) => post.id === postId)
        fake.world.posts.splice(place, 1)
      },
      hidesAltTexts: true,
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

function standInsOf({ url }: FakeBusiness): Record<string, string> {
  const names = [...Object.values(origins), 'https://oauth2.googleapis.com', 'https://accounts.google.com']
  return Object.fromEntries(names.map((name) => [name, url]))
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(): Promise<RedirectConformance> {
  const { fake, connectIo, close } = await openHouse()
  const decide = async (url: string, decision: string) => {
    const page = url.replace('https://accounts.google.com', fake.url)
    const body = new URLSearchParams({ decision })
    const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const person = {
    agree: (url: string) => decide(url, 'allow'),
    refuse: (url: string) => decide(url, 'refuse'),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
}

async function connectLocation(
  fake: FakeBusiness,
  io: IdentifyIo,
): Promise<{ account: Account; credentials: JsonObject }> {
  const accessToken = fake.google.oauth.issue('harbour', [neededScope])
  const [location] = await listLocations(accessToken, io)
  if (!location) throw new Error('There is no location.')
  const { id: externalId, username, settings } = location
  const refreshToken = 'a-refresh-token-of-nobody'
  const credentials = writeCredentials({ accessToken, refreshToken, locationId: externalId })
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

/** Everything that people can see: a post that Google looks at, or has rejected, is not among it. */
function readPublicPosts({ world }: FakeBusiness): Promise<PublicPost[]> {
  const live = world.posts.filter((post) => stateOf(post) === 'LIVE')
  return Promise.all(
    live.map(async ({ id, summary, photos }) => {
      const images = await Promise.all(
        photos.map(async (bytes) => {
          const { width, height } = await sharp(bytes).metadata()
          return { altText: '', width, height }
        }),
      )
      return { id, text: summary, images, replyTo: null }
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
export function refused(
  code: number,
  status: string,
  details: readonly JsonObject[] = [],
  headers: Record<string, string> = {},
) {
  const error = { code, message: `It says ${status}.`, status, details }
  return answered(code, { error }, headers)
}

export function tooMany(seconds: number) {
  const details = [errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit_value: '300' }), retryInfo(seconds)]
  return refused(429, 'RESOURCE_EXHAUSTED', details, { date: new Date().toUTCString() })
}
