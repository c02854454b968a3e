import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeFitting, type Picture } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { neededScopes } from '../app.ts'
import { limits } from '../check.ts'
import { reddit } from '../connector.ts'
import { origin, website } from '../names.ts'
import { readProfile } from '../profile.ts'
import { writeCredentials } from '../settings.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeReddit, publishing, startFakeReddit } from './fake.ts'
import { storage } from './fake-media.ts'
import { thingNamed } from './fake-posts.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface RedditHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeReddit
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(
  connector = reddit,
  scopes: readonly string[] = neededScopes,
): Promise<RedditHouse> {
  const fake = await startFakeReddit()
  const outbound = localOutbound({ [origin]: fake.url, [website]: fake.url, [storage]: fake.url })
  const { id, secret } = fake.signIn.oauth.register({ redirectUris: [redirectUri] })
  const app: JsonObject = { client_id: id, client_secret: secret, owner: 'boatwright' }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const { account, credentials } = await connectAccount(fake, scopes, connectIo)
  return {
    connector,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: { title: 'At sea' },
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.signIn.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      // Files are processed after the commit; tests of `settle` wait for one.
      slowMedia: null,
      block: async () => {
        fake.harbour.isSuspended = true
      },
      deleteByHand: async (postId) => {
        const thing = thingNamed(fake.world, postId)
        if (thing) thing.isDeleted = true
      },
      engage: async (postId) => {
        const post = fake.world.posts.find(({ id }) => `t3_${id}` === postId)
        if (!post) throw new Error('There is no such post.')
        post.ups = 240
        post.comments = 12
        return { likes: 240, comments: 12 }
      },
      // A gallery shows captions, but a picture alone shows none.
      hidesAltTexts: true,
      optionMedia: {
        naming: (mediaId) => ({ cover_image: mediaId }),
        shown: async (postId) => {
          const cover = fake.world.posts.find(({ id }) => `t3_${id}` === postId)?.cover
          return cover ? [await sharp(cover).metadata()] : []
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

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(): Promise<RedirectConformance & { fake: FakeReddit }> {
  const { fake, connectIo, close } = await openHouse()
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
  fake: FakeReddit,
  scopes: readonly string[],
  io: IdentifyIo,
): Promise<{ account: Account; credentials: JsonObject }> {
  const accessToken = fake.signIn.oauth.issue(fake.harbour.name, scopes)
  const { id: externalId, username, settings } = await readProfile(accessToken, io)
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

async function readPublicPosts({ world }: FakeReddit): Promise<PublicPost[]> {
  const visible = world.posts.filter((post) => !post.isDeleted && post.visibleAt <= Date.now())
  const posts = await Promise.all(
    visible.map(async ({ id, body, pictures }) => {
      const images = await Promise.all(
        pictures.map(async (bytes) => {
          const { width, height } = await sharp(bytes).metadata()
          return { altText: '', width, height }
        }),
      )
      return { id: `t3_${id}`, text: body, images, replyTo: null }
    }),
  )
  const comments = world.comments.filter(({ isDeleted }) => !isDeleted)
  return [
    ...posts,
    ...comments.map(({ id, body, parent }) => ({ id: `t1_${id}`, text: body, images: [], replyTo: parent })),
  ]
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal of a form. */
export function refusedForm(code: string, words = 'No.', more: JsonObject = {}) {
  return answered(200, { json: { errors: [[code, words, 'sr']], ...more } })
}

export function tooMany(seconds: number) {
  return answered(
    429,
    { message: 'Too Many Requests', error: 429 },
    {
      'x-ratelimit-used': '100',
      'x-ratelimit-remaining': '0.0',
      'x-ratelimit-reset': String(seconds),
    },
  )
}
