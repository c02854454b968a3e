import sharp from 'sharp'
import { agreeToAll } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Connector, IdentifyIo } from '../../connector.ts'
import { connectByToken } from '../connect.ts'
import { misskey } from '../connector.ts'
import { connectByMiauth } from '../sign-in.ts'
import { type FakeMisskey, publishing, startFakeMisskey } from './fake.ts'
import { keepNote } from './fake-notes.ts'
import { type FakeWorld, giveToken, personNamed, type VariantName } from './fake-world.ts'

/** A connected account on a server of its own, for the promises and for tests that go step by step. */
export interface MisskeyHouse extends Conformance {
  readonly fake: FakeMisskey
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export async function openHouse(
  variant: VariantName = 'misskey',
  connector: Connector = misskey,
): Promise<MisskeyHouse> {
  const fake = await startFakeMisskey(variant)
  const { world } = fake
  const outbound = localOutbound()
  const connectIo = identifyIo(outbound)
  const found = await connectByToken.identify(formOf(fake), connectIo)
  const { externalId, username, settings, credentials } = found
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
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => {
        personNamed(world).isSuspended = true
      },
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

/** The form as its user fills it in, with a token of these permissions. */
export function formOf({ world, url }: FakeMisskey, permissions?: readonly string[] | null): JsonObject {
  return { instance: url, access_token: giveToken(world, permissions) }
}

/** Somebody who signs in on the page of the server. */
export async function openSignIn(
  variant: VariantName = 'misskey',
): Promise<RedirectConformance & { fake: FakeMisskey }> {
  const { fake, connectIo: io, close } = await openHouse(variant)
  // The page leads nobody back who says no; they may still find the way, such as by an address they saw.
  const refuse = async (url: string) => {
    await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'refuse' }) })
    const back = new URL(new URL(url).searchParams.get('callback') ?? '')
    back.searchParams.set('session', new URL(url).pathname.split('/').at(-1) ?? '')
    return back
  }
  return {
    connect: connectByMiauth,
    io,
    input: { instance: fake.url },
    person: { agree: agreeToAll, refuse },
    close,
    fake,
  }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(status: number, code: string, info?: object) {
  const error = { message: 'It may not be.', code, id: '0b5f1631', kind: 'client', ...(info ? { info } : {}) }
  return answered(status, { error })
}

/** Releases before 2024 say only in the body when a limit ends. */
export function tooMany(seconds: number) {
  return refused(429, 'RATE_LIMIT_EXCEEDED', { remaining: 0, resetMs: Date.now() + seconds * 1_000 })
}

function deleteByHand({ notes }: FakeWorld, postId: string): void {
  const place = notes.findIndex(({ id }) => id === postId)
  if (place >= 0) notes.splice(place, 1)
}

function engage(world: FakeWorld, postId: string) {
  const note = world.notes.find(({ id }) => id === postId)
  if (!note) throw new Error('There is no such post.')
  Object.assign(note.reactions, { '👍': 4, ':boat@.:': 3 })
  note.renotes = 2
  keepNote(world, personNamed(world, 'bob'), { text: 'An answer', replyId: postId })
  return { likes: 7, comments: 1, shares: 2 }
}

async function readPublicPosts({ notes, files, people }: FakeWorld): Promise<PublicPost[]> {
  const own = notes.filter(({ userId }) => userId === people[0]?.id)
  return Promise.all(
    own.map(async ({ id, text, fileIds, replyId }) => {
      const shown = fileIds.flatMap((fileId) => files.find((file) => file.id === fileId) ?? [])
      const images = await Promise.all(
        shown.map(async ({ bytes, comment }) => {
          const { width, height } = await sharp(bytes).metadata()
          return { altText: comment ?? '', width, height }
        }),
      )
      return { id, text: text ?? '', images, replyTo: replyId }
    }),
  )
}
