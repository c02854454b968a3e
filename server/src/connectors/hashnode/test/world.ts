import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Connector, Identified, IdentifyIo } from '../../connector.ts'
import { splitBody } from '../../kit/text/article.ts'
import { origin } from '../api.ts'
import { connectByToken } from '../connect.ts'
import { hashnode } from '../connector.ts'
import { type FakeHashnode, publishing, startFakeHashnode } from './fake.ts'
import { cdn, type FakePost, type FakeWorld, giveToken, storage } from './fake-world.ts'

/** A connected publication on a Hashnode of its own, for the promises and for tests that go step by step. */
export interface HashnodeHouse extends Conformance {
  readonly fake: FakeHashnode
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

/** Opens a house in which the publication of this title is connected, after `furnish` has set up the world. */
export async function openHouse(
  connector: Connector = hashnode,
  furnish: (world: FakeWorld) => void = () => undefined,
  title = 'Harbour',
): Promise<HashnodeHouse> {
  const fake = await startFakeHashnode()
  const { world } = fake
  furnish(world)
  const outbound = localOutbound({ [origin]: fake.url, [storage]: fake.url })
  const connectIo = identifyIo(outbound)
  const { externalId, username, settings, credentials } = await connectTo(title, fake, connectIo)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(world),
      revoke: async () => world.tokens.clear(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      // It reads the draft at once, and makes the article and takes the draft away when it is done.
      workOnNext: async (ms) => {
        world.publishesMs = ms
        fake.inject(publishing, { kind: 'hang_up' })
      },
      slowMedia: null,
      // The token of a deactivated person is told the same as one that was deleted.
      block: null,
      // The API still shows an article that its owner removed.
      deleteByHand: null,
      engage: async (postId) => {
        const post = world.posts.find(({ id }) => id === postId)
        Object.assign(post ?? {}, { views: 240, reactions: 7, responses: 2 })
        return { views: 240, likes: 7, comments: 2 }
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

async function connectTo(title: string, fake: FakeHashnode, io: IdentifyIo): Promise<Identified> {
  const candidates = await connectByToken.list(formOf(fake), io)
  const found = candidates.find(({ profile }) => profile.displayName === title)
  if (!found) throw new Error(`There is no publication named ${title}.`)
  return found.profile
}

/** The form as its user fills it in. */
export function formOf({ world }: FakeHashnode, username?: string): JsonObject {
  return { access_token: giveToken(world, username) }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(code: string, message = 'It may not be.', more: JsonObject = {}) {
  return answered(200, { errors: [{ message, extensions: { code }, ...more }], data: null })
}

export function tooMany(seconds: number) {
  return answered(429, 'Too many requests', { 'retry-after': String(seconds) })
}

/** The addresses and alt texts of the pictures in a body, as a reader sees them. */
export function picturesIn(body: string): { url: string; altText: string }[] {
  return [...body.matchAll(/!\[((?:\\.|[^\]\\])*)\]\(([^()\s]+)\)/g)].map(([, altText = '', url = '']) => {
    return { url, altText: altText.replace(/\\([!-/:-@[-`{-~])/g, '$1') }
  })
}

/** The bytes that Hashnode shows under an address. @throws Error for one under which nothing is shown */
export function shownUnder({ uploads }: FakeWorld, url: string): Buffer {
  const upload = uploads.get(url.slice(`${cdn}/`.length))
  if (!url.startsWith(`${cdn}/`) || !upload?.bytes || !upload.isConfirmed)
    throw new Error(`Nothing at ${url}.`)
  return upload.bytes
}

function readPublicPosts(world: FakeWorld): Promise<PublicPost[]> {
  return Promise.all(world.posts.filter(({ isActive }) => isActive).map((post) => readPost(world, post)))
}

async function readPost(world: FakeWorld, { id, markdown }: FakePost): Promise<PublicPost> {
  const images = await Promise.all(
    picturesIn(markdown).map(async ({ url, altText }) => {
      const { width, height } = await sharp(shownUnder(world, url)).metadata()
      return { altText, width, height }
    }),
  )
  return { id, text: splitBody(markdown)?.words ?? markdown, images, replyTo: null }
}
