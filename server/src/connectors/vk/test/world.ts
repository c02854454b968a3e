import sharp from 'sharp'
import { agreeAt, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeFitting, type Picture } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, Candidate, Identified, IdentifyIo, MediaKind } from '../../connector.ts'
import { origin } from '../api.ts'
import { neededScopes, signInOrigin } from '../app.ts'
import { limits } from '../check.ts'
import { connectByKey } from '../connect.ts'
import { vk } from '../connector.ts'
import { connectByVkId } from '../sign-in.ts'
import { type FakeVk, publishing, startFakeVk } from './fake.ts'
import { clientId } from './fake-sign-in.ts'
import { uploadOrigin, videoOrigin } from './fake-uploads.ts'
import { anna, type FakePost, harbour } from './fake-world.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected wall on a network of its own, for the promises and for tests that go step by step. */
export interface VkHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeVk
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

interface Street {
  readonly fake: FakeVk
  readonly outbound: Outbound
  readonly connectIo: IdentifyIo
}

async function openStreet(): Promise<Street> {
  const fake = await startFakeVk([redirectUri])
  const places = [origin, signInOrigin, uploadOrigin, videoOrigin, 'https://sun9-1.userapi.com']
  const outbound = localOutbound(Object.fromEntries(places.map((place) => [place, fake.url])))
  const app: JsonObject = { client_id: clientId }
  return { fake, outbound, connectIo: { ...identifyIo(outbound), app: async () => app } }
}

/** Opens a house with the community of the first person, or with their own wall, connected through VK ID. */
export async function openHouse(connector = vk, owner: number = -harbour): Promise<VkHouse> {
  const street = await openStreet()
  const candidates = await signIn(street)
  const chosen = candidates.find(({ profile }) => profile.externalId === String(owner))
  if (!chosen) throw new Error('There is no such wall.')
  return furnish(street, connector, chosen.profile)
}

/** Opens a house with the community, connected by a key of its own. */
export async function openKeyHouse(input: JsonObject): Promise<VkHouse> {
  const street = await openStreet()
  return furnish(street, vk, await connectByKey.identify(input, street.connectIo))
}

export const ownWall = anna

function furnish({ fake, outbound, connectIo }: Street, connector: typeof vk, profile: Identified): VkHouse {
  const { credentials } = profile
  return {
    connector,
    account: accountOf(profile),
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: async () => (await Promise.all(fake.world.posts.map(showPost))).flat(),
      revoke: async () => {
        fake.signIn.oauth.endAll()
        for (const key of fake.world.keys.values()) key.isDeleted = true
      },
      // VK never says how long to wait: one second is meant.
      rateLimitNext: async () => fake.inject(publishing, refused(6, 'Too many requests per second')),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => {
        fake.inject(publishing, { kind: 'hang_up' })
        fake.world.nextWorkMs = ms
      },
      // A video is shown as being processed.
      slowMedia: null,
      block: async () => {
        fake.world.isBlocking = true
      },
      deleteByHand: async (remoteId) => {
        postNamed(fake, remoteId).isDeleted = true
      },
      engage: async (remoteId) => {
        const post = postNamed(fake, remoteId)
        Object.assign(post, { likes: 240, reposts: 12, views: 9_000 })
        post.comments.push({ id: 7, fromId: 1, date: 1_790_000_000, text: 'Fine', isDeleted: false })
        return { likes: 240, shares: 12, views: 9_000, comments: 1 }
      },
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

/** Agrees on the page of VK ID. */
export async function signIn(
  { fake, connectIo }: Pick<Street, 'fake' | 'connectIo'>,
  scopes: readonly string[] = neededScopes,
): Promise<readonly Candidate[]> {
  const io = { ...connectIo, redirectUri, state: 's'.repeat(43) }
  const { url, keep } = await connectByVkId.begin({}, io)
  const back = await agreeAt(url.replace(signInOrigin, fake.url), { person: 'anna_at_sea', scopes })
  return connectByVkId.finish(back.searchParams, keep, io)
}

export function accountOf({ externalId, username, settings }: Identified): Account {
  return { id: `account-${username}`, externalId, username, settings }
}

export function postNamed({ world }: FakeVk, remoteId: string): FakePost {
  const post = world.posts.find(({ ownerId, id }) => `${ownerId}_${id}` === remoteId)
  if (!post) throw new Error('There is no such post.')
  return post
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(): Promise<RedirectConformance & { fake: FakeVk }> {
  const { fake, connectIo, close } = await openHouse()
  const person = {
    agree: (url: string) =>
      agreeAt(url.replace(signInOrigin, fake.url), { person: 'anna_at_sea', scopes: neededScopes }),
    refuse: (url: string) => refuseAt(url.replace(signInOrigin, fake.url)),
  }
  return { connect: connectByVkId, io: connectIo, input: {}, person, close, fake }
}

const heads: Readonly<Partial<Record<MediaKind, Buffer>>> = {
  video: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'),
  document: Buffer.from('%PDF-1.7\n'),
}

/** A video or a document as far as its head goes, which keeps every limit. */
export function makeFile(kind: 'video' | 'document'): Picture {
  const limit = limits(null).media.kinds.find((each) => each.kind === kind)
  const bytes = heads[kind]
  if (!limit || !bytes) throw new Error('There is no such file.')
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

/** A post and the comments of its account below it; nothing where it was deleted. */
async function showPost({ id, ownerId, text, media, comments, isDeleted }: FakePost): Promise<PublicPost[]> {
  if (isDeleted) return []
  const postId = `${ownerId}_${id}`
  const images = await Promise.all(
    media
      .filter(({ type }) => type === 'photo')
      .map(async ({ bytes, words }) => {
        const { width, height } = await sharp(bytes).metadata()
        return { altText: words, width, height }
      }),
  )
  const own = comments.filter((comment) => comment.fromId === ownerId && !comment.isDeleted)
  const below = own.map((comment) => {
    return { id: `${postId}_${comment.id}`, text: comment.text, images: [], replyTo: postId }
  })
  return [{ id: postId, text, images, replyTo: null }, ...below]
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(code: number, words = 'Words.') {
  return answered(200, { error: { error_code: code, error_msg: words, request_params: [] } })
}
