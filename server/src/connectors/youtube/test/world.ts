import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { sizeOfVideo } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { googleScopePrefix } from '../../kit/google/google-login.ts'
import { origin } from '../api.ts'
import { readChannels } from '../channel.ts'
import { youtube } from '../connector.ts'
import { writeCredentials } from '../settings.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeYouTube, startFakeYouTube, uploading } from './fake.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'
export const everyScope = ['youtube.upload', 'youtube.readonly', 'youtube'].map(
  (name) => googleScopePrefix + name,
)

/** A connected channel on a network of its own, for the promises and for tests that go step by step. */
export interface YouTubeHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeYouTube
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector = youtube, scopes = everyScope): Promise<YouTubeHouse> {
  const fake = await startFakeYouTube()
  const outbound = localOutbound({
    [origin]: fake.url,
    'https://oauth2.googleapis.com': fake.url,
    'https://accounts.google.com': fake.url,
  })
  const { id, secret } = fake.google.oauth.register({ redirectUris: [redirectUri] })
  const app: JsonObject = { client_id: id, client_secret: secret }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const { account, credentials } = await connectChannel(fake, scopes, connectIo)
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: async () => fake.videos.map(showPost),
      revoke: async () => fake.google.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(uploading.last, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(uploading.last, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(uploading.last, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => {
        fake.state.isSuspended = true
      },
      optionMedia: {
        naming: (mediaId) => ({ thumbnail: mediaId }),
        shown: async (postId) => {
          const bytes = fake.videos.find(({ id: one }) => one === postId)?.thumbnail?.bytes
          return bytes ? [await sharp(bytes).metadata()] : []
        },
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

function showPost({ id, resource, bytes }: FakeYouTube['videos'][number]) {
  return { id, text: resource.description, images: [{ altText: '', ...sizeOfVideo(bytes) }], replyTo: null }
}

async function connectChannel(
  fake: FakeYouTube,
  scopes: readonly string[],
  io: IdentifyIo,
): Promise<{ account: Account; credentials: JsonObject }> {
  const accessToken = fake.google.oauth.issue('harbour', scopes)
  const [channel] = await readChannels(accessToken, scopes, io)
  if (!channel) throw new Error('There is no channel.')
  const { id: externalId, username, settings } = channel
  const refreshToken = 'a-refresh-token-of-nobody'
  const credentials = writeCredentials({ accessToken, refreshToken })
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(status: number, reason: string, headers: Record<string, string> = {}) {
  const message = `<p>It says <b>${reason}</b></p>`
  return answered(
    status,
    { error: { code: status, message, errors: [{ domain: 'youtube', reason }] } },
    headers,
  )
}

function tooMany(seconds: number) {
  return refused(429, 'rateLimitExceeded', { 'retry-after': String(seconds) })
}
