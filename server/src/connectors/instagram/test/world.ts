import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeFitting, type Picture } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, Candidate, IdentifyIo, RedirectConnect } from '../../connector.ts'
import { facebookGraph } from '../../kit/graph/facebook-login.ts'
import { instagramGraph } from '../api.ts'
import { limits } from '../check.ts'
import { instagram } from '../connector.ts'
import { connectByFacebook } from '../facebook-login.ts'
import { connectByInstagram } from '../instagram-login.ts'
import type { Login } from '../settings.ts'
import { type FakeInstagram, harbour, publishingOf, redirectUri, startFakeInstagram } from './fake.ts'
import type { FakeContainer, FakeWorld } from './fake-world.ts'

export const publishing = publishingOf(harbour.id)

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface InstagramHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeInstagram
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

const ways: Readonly<Record<Login, RedirectConnect>> = {
  facebook: connectByFacebook,
  instagram: connectByInstagram,
}

/** A person who has not signed in yet. */
export async function openDoor() {
  const fake = await startFakeInstagram()
  const outbound = localOutbound(standInsOf(fake))
  const connectIo: IdentifyIo = { ...identifyIo(outbound), app: async () => appOf(fake) }
  const close = async () => {
    await outbound.close()
    await fake.close()
  }
  return { fake, outbound, connectIo, close }
}

export async function openHouse(connector = instagram, login: Login = 'facebook'): Promise<InstagramHouse> {
  const { fake, outbound, connectIo, close } = await openDoor()
  const [candidate] = await signIn(fake, connectIo, login)
  if (!candidate) throw new Error('There was no account to choose.')
  const { account, credentials } = accountOf(candidate)
  const io = handIo(outbound, credentials)
  return {
    connector,
    account,
    credentials,
    io: (needs) => ({ ...io(needs), app: connectIo.app }),
    options: {},
    world: {
      posts: () => readPublicPosts(fake.world),
      revoke: async () => {
        fake.oauth.endAll()
        fake.login.oauth.endAll()
      },
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: async () => {
        fake.world.processMs = 1_000
      },
      block: async () => {
        fake.world.isBlocked = true
      },
      optionMedia: {
        naming: (mediaId) => ({ placement: 'reels', cover_image: mediaId }),
        shown: async (postId) =>
          Promise.all(
            [containerOf(fake.world, postId)?.cover?.bytes].flatMap((bytes) =>
              bytes ? [measure(bytes)] : [],
            ),
          ),
        carrier: makeVideo,
      },
    },
    fake,
    outbound,
    connectIo,
    close,
  }
}

export async function signIn(
  fake: FakeInstagram,
  connectIo: IdentifyIo,
  login: Login,
  agree = agreeToAll,
): Promise<readonly Candidate[]> {
  const io = { ...connectIo, redirectUri, state: 'a-state-of-ours' }
  const { url, keep } = await ways[login].begin({}, io)
  const back = await agree(hereAt(fake, url))
  return ways[login].finish(back.searchParams, keep, io)
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(login: Login): Promise<RedirectConformance> {
  const { fake, connectIo, close } = await openDoor()
  const person = {
    agree: (url: string) => agreeToAll(hereAt(fake, url)),
    refuse: (url: string) => refuseAt(hereAt(fake, url)),
  }
  return { connect: ways[login], io: connectIo, input: {}, person, close }
}

/** The address of the network's page, on this machine. */
export function hereAt({ facebook, instagram: own }: FakeInstagram, url: string): string {
  return url.replace('https://www.facebook.com', facebook.url).replace('https://www.instagram.com', own.url)
}

function standInsOf({ facebook, instagram: own }: FakeInstagram): Record<string, string> {
  return {
    [facebookGraph]: facebook.url,
    [instagramGraph]: own.url,
    'https://api.instagram.com': own.url,
  }
}

function appOf({ client, login }: FakeInstagram): JsonObject {
  return {
    client_id: client.id,
    client_secret: client.secret,
    facebook_client_id: login.client.id,
    facebook_client_secret: login.client.secret,
  }
}

export function accountOf({ profile }: Candidate): { account: Account; credentials: JsonObject } {
  const { externalId, username, settings, credentials } = profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

export function refused(status: number, error: JsonObject, headers: Record<string, string> = {}) {
  return answered(
    status,
    { error: { message: 'No', type: 'OAuthException', fbtrace_id: 'A1', ...error } },
    headers,
  )
}

function tooMany(seconds: number) {
  return refused(400, { code: 80_002 }, { 'retry-after': String(seconds) })
}

/** The beginning of a film, which is all of it that the fake looks at. */
export async function makeVideo(): Promise<Picture> {
  const limit = limits(null).media.kinds.find(({ kind }) => kind === 'video')
  if (!limit) throw new Error('There is no limit for videos.')
  const bytes = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

export function containerOf({ posts }: FakeWorld, postId: string): FakeContainer | null {
  return posts.find(({ id }) => id === postId)?.container ?? null
}

async function readPublicPosts({ posts, comments }: FakeWorld): Promise<PublicPost[]> {
  const shown = await Promise.all(
    posts.map(async ({ id, container }) => {
      const all = container.children.length > 0 ? container.children : [container]
      const pictures = all.filter(({ fields }) => fields.image_url !== undefined)
      const images = await Promise.all(
        pictures.map(({ file, fields }) => describe(file?.bytes, String(fields.alt_text ?? ''))),
      )
      return { id, text: String(container.fields.caption ?? ''), images, replyTo: null }
    }),
  )
  return [...shown, ...comments.map(({ id, text, postId }) => ({ id, text, images: [], replyTo: postId }))]
}

async function describe(bytes: Buffer | undefined, altText: string) {
  return { altText, ...(bytes ? await measure(bytes) : { width: 0, height: 0 }) }
}

async function measure(bytes: Buffer) {
  const { width, height } = await sharp(bytes).metadata()
  return { width, height }
}
