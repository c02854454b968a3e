import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { plainText } from '../../../lib/web-page/plain-text.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { IdentifyIo } from '../../connector.ts'
import { connectByPassword } from '../connect.ts'
import { wordpress } from '../connector.ts'
import { connectOnSite } from '../sign-in.ts'
import { type FakeWordPress, publishing, startFakeWordPress } from './fake.ts'
import { type FakeWorld, inGroups, login, type Role, userNamed } from './fake-world.ts'

/** A connected account on a site of its own, for the promises and for tests that go step by step. */
export interface WordPressHouse extends Conformance {
  readonly fake: FakeWordPress
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

/** Opens a house on a site of this shape, with a user of this role. */
export async function openHouse(
  connector = wordpress,
  shape: Partial<FakeWorld> = {},
  role: Role = 'author',
): Promise<WordPressHouse> {
  const fake = await startFakeWordPress(shape)
  const outbound = localOutbound({ [new URL(fake.site).origin]: fake.url })
  const connectIo = identifyIo(outbound)
  const user = userNamed(fake.world)
  user.role = role
  const input = formOf(fake)
  const { externalId, username, settings, credentials } = await connectByPassword.identify(input, connectIo)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => void user.passwords.splice(0),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => {
        const { posts } = fake.world
        posts.splice(
          posts.findIndex(({ id }) => String(id) === postId),
          1,
        )
      },
      engage: async (postId) => {
        const [post, author, madeAt] = [Number(postId), 99, 0]
        for (const id of [9_001, 9_002])
          fake.world.comments.push({ id, post, author, content: 'Seen', status: 'approved', madeAt })
        return { comments: 2 }
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

/** The form as its user fills it in. */
export function formOf(fake: FakeWordPress): JsonObject {
  const { passwords } = userNamed(fake.world)
  return { site: fake.site, user_name: login, application_password: inGroups(passwords[0]?.password ?? '') }
}

/** Somebody who signs in on the page of the site. */
export async function openSignIn(
  shape: Partial<FakeWorld> = {},
): Promise<RedirectConformance & { fake: FakeWordPress }> {
  const { fake, connectIo: io, close } = await openHouse(wordpress, shape)
  const visit = async (url: string): Promise<URL> => {
    const at = url.replace(new URL(fake.site).origin, fake.url)
    const answer = await fetch(at, { redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const person = { agree: visit, refuse: (url: string) => visit(`${url}&no=1`) }
  // Names of passwords have the time in them, and must differ.
  let seconds = 0
  const now = () => new Date(Date.now() + ++seconds * 1_000)
  return { connect: connectOnSite, io: { ...io, now }, input: { site: fake.site }, person, close, fake }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(status: number, code: string, message = 'Sorry.') {
  return answered(status, { code, message, data: { status } })
}

/** WordPress counts no requests; hosts and plugins do. */
export function tooMany(seconds: number) {
  return answered(429, 'Too Many Requests', { 'retry-after': String(seconds) })
}

async function readPublicPosts({ world }: FakeWordPress): Promise<PublicPost[]> {
  const posts = world.posts.filter(({ status }) => status === 'publish' || status === 'private')
  const comments = world.comments.filter(({ status, author }) => status === 'approved' && author !== 99)
  return [
    ...(await Promise.all(
      posts.map(async ({ id, content }) => {
        return {
          id: String(id),
          text: textIn(content),
          images: await imagesIn(content, world),
          replyTo: null,
        }
      }),
    )),
    ...comments.map(({ id, content, post }) => {
      return { id: `comment-${id}`, text: plainText(content), images: [], replyTo: String(post) }
    }),
  ]
}

/** The words of a content, without its files. */
export function textIn(content: string): string {
  return plainText(content.replace(/<!-- wp:(image|video|file) .*?<!-- \/wp:\1 -->/gs, '')).trim()
}

function imagesIn(content: string, { media }: FakeWorld): Promise<PublicPost['images'][number][]> {
  const found = [...content.matchAll(/<img src="[^"]*" alt="([^"]*)" class="wp-image-(\d+)" ?\/>/g)]
  return Promise.all(
    found.map(async ([, alt = '', id]) => {
      const medium = media.find((each) => String(each.id) === id)
      const { width, height } = await sharp(medium?.bytes).metadata()
      return { altText: plainText(alt), width, height }
    }),
  )
}
