import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Candidate, IdentifyIo, RedirectIo } from '../../connector.ts'
import { connectByOauth } from '../connect.ts'
import { facebook } from '../connector.ts'
import { type FakeFacebookPages, publishing, redirectUri, startFakeFacebookPages } from './fake.ts'
import { isShown } from './fake-videos.ts'
import type { FakePhoto, FakeWorld } from './fake-world.ts'

/** A connected Page on a Facebook of its own, for the promises and for tests that go step by step. */
export interface PageHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeFacebookPages
  /** The `io` of signing in. */
  readonly connectIo: RedirectIo
  readonly app: JsonObject
}

const hosts = ['graph', 'graph-video', 'rupload', 'www'].map((name) => `https://${name}.facebook.com`)

export async function openHouse(connector = facebook): Promise<PageHouse> {
  const fake = await startFakeFacebookPages()
  const outbound = localOutbound(Object.fromEntries(hosts.map((host) => [host, fake.url])))
  const { id, secret } = fake.facebook.client
  const app = { client_id: id, client_secret: secret }
  const signedIn: IdentifyIo = { ...identifyIo(outbound), app: async () => app }
  const connectIo = { ...signedIn, redirectUri, state: 'a-state-that-nobody-guesses' }
  const [candidate] = await signIn(fake, connectIo)
  if (!candidate) throw new Error('Nobody has a Page.')
  const { externalId, username, settings, credentials } = candidate.profile
  const io = handIo(outbound, credentials)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: (needs) => ({ ...io(needs), app: async () => app }),
    options: {},
    world: {
      posts: () => readPublicPosts(fake.world),
      revoke: async () => fake.revoke(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => {
        fake.world.isBlocked = true
      },
      optionMedia: null,
    },
    fake,
    outbound,
    connectIo,
    app,
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** Signs in as a person does who agrees to everything. */
export async function signIn(
  fake: FakeFacebookPages,
  io: RedirectIo,
  agree = agreeToAll,
): Promise<readonly Candidate[]> {
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agree(atFake(fake, url))
  return connectByOauth.finish(back.searchParams, keep, io)
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(): Promise<RedirectConformance> {
  const { fake, connectIo, close } = await openHouse()
  const person = {
    agree: (url: string) => agreeToAll(atFake(fake, url)),
    refuse: (url: string) => refuseAt(atFake(fake, url)),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
}

function atFake({ url }: FakeFacebookPages, page: string): string {
  return page.replace('https://www.facebook.com', url)
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

function tooMany(seconds: number) {
  const error = { message: '(#32) Page request limit reached', type: 'OAuthException', code: 32 }
  return answered(429, { error }, { 'retry-after': String(seconds) })
}

/** Everything public: posts, stories, comments and videos, whose pictures are not drawn here. */
export async function readPublicPosts(world: FakeWorld): Promise<PublicPost[]> {
  const posts = await Promise.all(
    world.posts.map(async ({ id, text, photos, replyTo }) => {
      return { id, text, images: await Promise.all(photos.map(measure)), replyTo }
    }),
  )
  const videos = [...world.videos.values()].filter((video) => isShown(world, video))
  const shown = videos.map((video) => {
    const id = video.edge === 'video_stories' ? (video.postId ?? '') : video.id
    return { id, text: video.description, images: [], replyTo: null }
  })
  return [...posts, ...shown]
}

async function measure({ bytes, altText }: FakePhoto) {
  const { width, height } = await sharp(bytes).metadata()
  return { altText, width, height }
}
