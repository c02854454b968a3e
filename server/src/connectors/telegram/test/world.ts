import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { IdentifyIo } from '../../connector.ts'
import { connectByBot } from '../connect.ts'
import { telegram } from '../connector.ts'
import { usualServer } from '../settings.ts'
import { type FakeTelegram, publishing, startFakeTelegram } from './fake.ts'
import { type FakeChat, type FakeMessage, makeChat, token } from './fake-world.ts'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface TelegramHouse extends Conformance {
  readonly fake: FakeTelegram
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

/** Opens a house with the channel `@harbour`, or with the chat that is given. */
export async function openHouse(
  connector = telegram,
  chat: (Partial<FakeChat> & Pick<FakeChat, 'id' | 'type'>) | null = null,
): Promise<TelegramHouse> {
  const fake = await startFakeTelegram()
  const outbound = localOutbound({ [usualServer]: fake.url })
  const connectIo = identifyIo(outbound)
  if (chat) fake.world.chats.push(makeChat(chat))
  const input = { bot_token: token, chat: chat ? String(chat.id) : '@harbour' }
  const { externalId, username, settings, credentials } = await connectByBot.identify(input, connectIo)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.world.bots.clear(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => {
        const { messages } = fake.world
        const place = messages.findIndex(({ id }) => String(id) === postId)
        messages.splice(place, 1)
      },
      hidesAltTexts: true,
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

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(code: number, description: string, parameters?: JsonObject) {
  return answered(code, { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) })
}

export function tooMany(seconds: number) {
  return refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
}

/** The messages of an album are one post, under the id of its first. */
function readPublicPosts({ world: { messages } }: FakeTelegram): Promise<PublicPost[]> {
  const firsts = messages.filter(
    ({ album }, index) => album === null || messages.findIndex((one) => one.album === album) === index,
  )
  return Promise.all(firsts.map((first) => showPost(first, messages)))
}

async function showPost(first: FakeMessage, messages: readonly FakeMessage[]): Promise<PublicPost> {
  const all = first.album === null ? [first] : messages.filter(({ album }) => album === first.album)
  const photos = all.filter(({ kind }) => kind === 'photo')
  const images = await Promise.all(
    photos.map(async ({ bytes }) => {
      const { width, height } = await sharp(bytes ?? Buffer.alloc(0)).metadata()
      return { altText: '', width, height }
    }),
  )
  const replyTo = first.replyTo === null ? null : String(first.replyTo)
  return { id: String(first.id), text: first.text, images, replyTo }
}
