import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Connector, IdentifyIo } from '../../connector.ts'
import { connectByPassword } from '../connect.ts'
import { lemmy } from '../connector.ts'
import { type FakeLemmy, publishing, startFakeLemmy } from './fake.ts'
import { type FakeWorld, isNew } from './fake-world.ts'

/** A connected account on a server of its own, for the promises and for tests that go step by step. */
export interface LemmyHouse extends Conformance {
  readonly fake: FakeLemmy
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(version = '0.19.11', connector: Connector = lemmy): Promise<LemmyHouse> {
  const fake = await startFakeLemmy(version)
  const { world } = fake
  const outbound = localOutbound()
  const connectIo = identifyIo(outbound)
  const found = await connectByPassword.identify(formOf(fake), connectIo)
  const { externalId, username, settings, credentials } = found
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: { community: 'sailing', title: 'At sea' },
    world: {
      posts: () => readPublicPosts(world),
      revoke: async () => world.sessions.clear(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      // A server takes a banned account for a stranger, and tells why only where it signs in again.
      block: null,
      deleteByHand: async (postId) => deleteByHand(world, postId),
      engage: async (postId) => engage(world, postId),
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

/** The form as a person fills it in. */
export function formOf({ world, url }: FakeLemmy, name = 'harbour', more: JsonObject = {}): JsonObject {
  const person = world.people.find((each) => each.name === name)
  return { instance: url, username_or_email: name, password: person?.password ?? '', ...more }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(status: number, code: string) {
  return answered(status, { error: code })
}

/** The limit of a proxy before the server, since the server's own is said without its end. */
export function tooMany(seconds: number) {
  return answered(429, { error: 'rate_limit_error' }, { 'retry-after': String(seconds) })
}

function deleteByHand({ posts, comments }: FakeWorld, remoteId: string): void {
  const [kind, id] = remoteId.split('/')
  const thing = (kind === 'post' ? posts : comments).find((each) => each.id === Number(id))
  if (thing) thing.isDeleted = true
}

function engage(world: FakeWorld, remoteId: string) {
  const post = world.posts.find(({ id }) => `post/${id}` === remoteId)
  if (!post) throw new Error('There is no such post.')
  post.upvotes = 24
  const published = new Date().toISOString()
  const content = 'Well said'
  world.comments.push({
    id: 9,
    creatorId: 3,
    postId: post.id,
    path: '0.9',
    content,
    isDeleted: false,
    published,
  })
  return { likes: 24, comments: 1 }
}

const picture = /!\[((?:\\.|[^\]\\])*)\]\((\S+)\)/g

async function readPublicPosts(world: FakeWorld): Promise<PublicPost[]> {
  const posts = world.posts
    .filter(({ isDeleted, creatorId }) => !isDeleted && creatorId === 2)
    .map(async ({ id, url, body, altText }) => {
      const own = url === null ? [] : await imagesAt(world, [{ url, altText: altText ?? '' }])
      const { text, images } = await readMarkdown(world, body ?? '')
      return { id: `post/${id}`, text, images: [...own, ...images], replyTo: null }
    })
  const comments = world.comments
    .filter(({ isDeleted, creatorId }) => !isDeleted && creatorId === 2)
    .map(async ({ id, postId, path, content }) => {
      const above = path.split('.').at(-2)
      const replyTo = above === '0' ? `post/${postId}` : `comment/${above}`
      return { id: `comment/${id}`, ...(await readMarkdown(world, content)), replyTo }
    })
  return Promise.all([...posts, ...comments])
}

async function readMarkdown(world: FakeWorld, markdown: string) {
  const shown = [...markdown.matchAll(picture)].map(([, altText = '', url = '']) => ({
    url,
    altText: altText.replace(/\\(.)/g, '$1'),
  }))
  return { text: markdown.replace(picture, '').trim(), images: await imagesAt(world, shown) }
}

/** The pictures that stand at these addresses; other addresses are links. */
async function imagesAt(world: FakeWorld, shown: readonly { url: string; altText: string }[]) {
  const path = isNew(world) ? '/api/v4/image/' : '/pictrs/image/'
  const images: PublicPost['images'][number][] = []
  for (const { url, altText } of shown) {
    const bytes = world.pictures.get(url.split(path)[1] ?? '')
    if (!bytes) continue
    const { width, height } = await sharp(bytes).metadata()
    images.push({ altText, width, height })
  }
  return images
}
