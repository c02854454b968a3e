import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import { type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { describeFitting, type Picture } from '../../conformance/pictures.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, Candidate, IdentifyIo } from '../../connector.ts'
import { origin, website } from '../api.ts'
import { limits } from '../check.ts'
import { tumblr } from '../connector.ts'
import { mostBlockLetters } from '../paragraphs.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeTumblr, publishing, startFakeTumblr } from './fake.ts'
import { isVisible } from './fake-posts.ts'
import type { FakePost } from './fake-world.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected blog on a network of its own, for the promises and for tests that go step by step. */
export interface TumblrHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeTumblr
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

/** Opens a house with the first blog of the first person. */
export async function openHouse(connector = tumblr): Promise<TumblrHouse> {
  const fake = await startFakeTumblr()
  const outbound = localOutbound({ [origin]: fake.url, [website]: fake.url })
  const { id, secret } = fake.signIn.oauth.register({ redirectUris: [redirectUri] })
  const app: JsonObject = { client_id: id, client_secret: secret }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const [candidate] = await signIn(fake, connectIo)
  if (!candidate) throw new Error('There is no blog.')
  const { credentials } = candidate.profile
  // The promises publish more pictures than a person may in a day.
  for (const { left } of fake.world.people) left.photos = 1_000
  return {
    connector,
    account: accountOf(candidate),
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => Promise.all(fake.world.posts.filter(isVisible).map(showPost)),
      revoke: async () => fake.signIn.oauth.endAll(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      // Videos are processed after the commit; tests of `settle` wait for one.
      slowMedia: null,
      // Tumblr documents no sign of a blog that it has closed.
      block: null,
      deleteByHand: async (postId) => {
        postNamed(fake, postId).isDeleted = true
      },
      engage: async (postId) => {
        Object.assign(postNamed(fake, postId), { likes: 240, reblogs: 12 })
        return { likes: 240, shares: 12 }
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

/** Agrees on Tumblr's page. */
async function signIn(fake: FakeTumblr, connectIo: IdentifyIo): Promise<readonly Candidate[]> {
  const io = { ...connectIo, redirectUri, state: 's'.repeat(43) }
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agreeToAll(url.replace(website, fake.url))
  return connectByOauth.finish(back.searchParams, keep, io)
}

export function accountOf({ profile }: Candidate): Account {
  const { externalId, username, settings } = profile
  return { id: `account-${username}`, externalId, username, settings }
}

function postNamed({ world }: FakeTumblr, id: string): FakePost {
  const post = world.posts.find((each) => each.id === id)
  if (!post) throw new Error('There is no such post.')
  return post
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(): Promise<RedirectConformance & { fake: FakeTumblr }> {
  const { fake, connectIo, close } = await openHouse()
  const person = {
    agree: (url: string) => agreeToAll(url.replace(website, fake.url)),
    refuse: (url: string) => refuseAt(url.replace(website, fake.url)),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close, fake }
}

/** A video as far as its head goes, which keeps every limit. */
export async function makeVideo(): Promise<Picture> {
  const limit = limits(null).media.kinds.find(({ kind }) => kind === 'video')
  if (!limit) throw new Error('There is no limit for videos.')
  const bytes = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

/** As people read it: paragraphs with an empty line between them, and one that filled its block goes on in the next. */
async function showPost({ id, content, files }: FakePost): Promise<PublicPost> {
  const texts = content.flatMap(({ type, text }) => (type === 'text' ? [textOf(text) ?? ''] : []))
  const text = texts.reduce((all, each, index) => {
    const isFull = [...(texts[index - 1] ?? '')].length === mostBlockLetters
    return index === 0 ? each : `${all}${isFull ? '' : '\n\n'}${each}`
  }, '')
  const blocks = content.filter(({ type }) => type === 'image')
  const pictures = files.filter(({ mimeType }) => mimeType.startsWith('image/'))
  const images = await Promise.all(
    pictures.map(async ({ bytes }, index) => {
      const { width, height } = await sharp(bytes).metadata()
      return { altText: textOf(blocks[index]?.alt_text) ?? '', width, height }
    }),
  )
  return { id, text, images, replyTo: null }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it; without a code it has no `errors`. */
export function refused(status: number, code: number | null = null, detail = 'Words.') {
  const errors = code === null ? {} : { errors: [{ title: 'Refused', code, detail }] }
  return answered(status, { meta: { status, msg: 'Refused' }, response: [], ...errors })
}

/** No call is left in this hour, and some are in the day. */
export function tooMany(seconds: number) {
  return answered(
    429,
    {
      meta: { status: 429, msg: 'Limit Exceeded' },
      response: [],
      errors: [{ title: 'Limit Exceeded', code: 0, detail: 'Later.' }],
    },
    {
      'x-ratelimit-perhour-limit': '1000',
      'x-ratelimit-perhour-remaining': '0',
      'x-ratelimit-perhour-reset': String(seconds),
      'x-ratelimit-perday-remaining': '4000',
      'x-ratelimit-perday-reset': '70000',
    },
  )
}
