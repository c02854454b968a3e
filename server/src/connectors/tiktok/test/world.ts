import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { sizeOfVideo } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, Connector, IdentifyIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { tiktok } from '../connector.ts'
import { writeCredentials, writeSettings } from '../settings.ts'
import { connectByOauth } from '../sign-in.ts'
import { calls, type FakePublication, type FakeTikTok, startFakeTikTok } from './fake.ts'
import { everyScope, openIdOf } from './fake-login.ts'
import { uploadOrigin } from './fake-uploads.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface TikTokHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeTikTok
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector: Connector = tiktok, scopes = everyScope): Promise<TikTokHouse> {
  const fake = await startFakeTikTok()
  const outbound = localOutbound({
    [origin]: fake.url,
    [uploadOrigin]: fake.url,
    'https://www.tiktok.com': fake.url,
  })
  const { id, secret } = fake.login.register(redirectUri)
  const app: JsonObject = { client_key: id, client_secret: secret }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const account: Account = {
    id: 'an-account',
    externalId: openIdOf('harbour'),
    username: 'harbour.co',
    settings: writeSettings({
      handle: 'harbour.co',
      granted: [...scopes],
      audit: 'passed',
      privacies: ['public', 'friends', 'private'],
      commentsOff: false,
      duetsOff: false,
      stitchesOff: false,
      longestVideoMs: 600_000,
    }),
  }
  const accessToken = fake.login.oauth.issue('harbour', scopes)
  const credentials = writeCredentials({
    accessToken,
    refreshToken: 'a-refresh-token-of-nobody',
    expiresAt: null,
  })
  const areVideos = !connector.limits(account).media.kinds.some(({ kind }) => kind === 'image')
  const committing = areVideos ? calls.last : calls.photos
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: { privacy_status: 'public' },
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.login.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(committing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(committing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(committing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => {
        fake.state.refusal = 'spam_risk_user_banned_from_posting'
      },
      // Nothing certain can be said of photos that are not listed.
      deleteByHand: areVideos ? async (postId) => deletePost(fake, postId) : null,
      engage: async (postId) => {
        const found = fake.publications.find((one) => one.postId === postId)
        if (found) found.counts = { view_count: 1_234, like_count: 7, comment_count: 2, share_count: 1 }
        return { views: 1_234, likes: 7, comments: 2, shares: 1 }
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

function deletePost({ publications }: FakeTikTok, postId: string): void {
  publications.splice(
    publications.findIndex((one) => one.postId === postId),
    1,
  )
}

/** TikTok for videos alone, so that the promises make videos where they would make photos. */
export function openVideoHouse(connector: Connector = tiktok): Promise<TikTokHouse> {
  return openHouse(ofVideos(connector))
}

function ofVideos(connector: Connector): Connector {
  const limits: Connector['limits'] = (account) => {
    const given = connector.limits(account)
    const kinds = given.media.kinds.filter(({ kind }) => kind === 'video')
    const sets = given.media.sets.filter((set) => set.kinds.includes('video'))
    return { ...given, text: { ...given.text, max: 2_200 }, media: { ...given.media, kinds, sets } }
  }
  return { ...connector, limits }
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(): Promise<RedirectConformance> {
  const { fake, connectIo, close } = await openHouse()
  const here = (url: string) => url.replace('https://www.tiktok.com', fake.url)
  const person = {
    agree: (url: string) => agreeToAll(here(url)),
    refuse: (url: string) => refuseAt(here(url)),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
}

/** Everything that others can see, with the photos or the video as they were taken. */
async function readPublicPosts({ publications }: FakeTikTok): Promise<PublicPost[]> {
  return Promise.all(publications.filter(({ postId }) => postId !== null).map(showPublic))
}

async function showPublic({ postId, text, kind, files }: FakePublication): Promise<PublicPost> {
  const images = await Promise.all(
    files.map(async (bytes) => {
      const { width, height } = kind === 'video' ? sizeOfVideo(bytes) : await sharp(bytes).metadata()
      return { altText: '', width, height }
    }),
  )
  return { id: postId ?? '', text, images, replyTo: null }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal in the envelope of the API. */
export function refused(status: number, code: string, headers: Record<string, string> = {}) {
  return answered(status, { data: {}, error: { code, message: `It says ${code}`, log_id: 'a-log' } }, headers)
}

function tooMany(seconds: number) {
  return refused(429, 'rate_limit_exceeded', { 'retry-after': String(seconds) })
}
