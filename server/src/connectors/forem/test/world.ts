import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Connector, IdentifyIo } from '../../connector.ts'
import { splitBody } from '../../kit/text/article.ts'
import { connectByKey } from '../connect.ts'
import { forem } from '../connector.ts'
import { type FakeForem, publishing, startFakeForem } from './fake.ts'
import { type FakeArticle, type FakeWorld, giveKey } from './fake-world.ts'

/** A connected account on a community of its own, for the promises and for tests that go step by step. */
export interface ForemHouse extends Conformance {
  readonly fake: FakeForem
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(connector: Connector = forem): Promise<ForemHouse> {
  const fake = await startFakeForem()
  const { world } = fake
  const outbound = localOutbound()
  const connectIo = identifyIo(outbound)
  const found = await connectByKey.identify(formOf(fake), connectIo)
  const { externalId, username, settings, credentials } = found
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(world),
      revoke: async () => world.keys.clear(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      // A suspended account is told the same as one whose key was deleted.
      block: null,
      deleteByHand: async (postId) => void world.articles.splice(placeOf(world, postId), 1),
      engage: async (postId) => {
        const article = world.articles[placeOf(world, postId)]
        Object.assign(article ?? {}, { views: 240, reactions: 7, comments: 2 })
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

/** The form as its user fills it in. */
export function formOf({ world, url }: FakeForem, username?: string): JsonObject {
  return { instance: url, api_key: giveKey(world, username) }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export const refused = (status: number, error = 'It may not be.') => answered(status, { error, status })

export function tooMany(seconds: number) {
  return answered(429, { error: 'Rate limit reached', status: 429 }, { 'retry-after': String(seconds) })
}

function placeOf({ articles }: FakeWorld, postId: string): number {
  const place = articles.findIndex(({ id }) => String(id) === postId)
  if (place === -1) throw new Error('There is no such article.')
  return place
}

/** The addresses and alt texts of the pictures in a body, as a browser reads them. */
export function picturesIn(body: string): { url: string; altText: string }[] {
  const plain = (value = '') => value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return [...body.matchAll(/<img src="([^"]*)" alt="([^"]*)">/g)].map(([, url, altText]) => {
    return { url: plain(url), altText: plain(altText) }
  })
}

function readPublicPosts({ articles }: FakeWorld): Promise<PublicPost[]> {
  return Promise.all(articles.filter(({ isPublished }) => isPublished).map(readPost))
}

async function readPost({ id, body }: FakeArticle): Promise<PublicPost> {
  const images = await Promise.all(
    picturesIn(body).map(async ({ url, altText }) => {
      const bytes = await (await fetch(url)).arrayBuffer()
      const { width, height } = await sharp(bytes).metadata()
      return { altText, width, height }
    }),
  )
  return { id: String(id), text: splitBody(body)?.words ?? body, images, replyTo: null }
}
