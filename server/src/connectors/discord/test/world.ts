import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyOne } from '../../conformance/identify-one.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Connector, IdentifyIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { connectByBot } from '../connect-bot.ts'
import { connectByWebhook } from '../connect-webhook.ts'
import { discord } from '../connector.ts'
import { type FakeDiscord, publishing, startFakeDiscord } from './fake.ts'
import { alertsId, type FakeMessage, newsId, token, webhookId, webhookToken } from './fake-world.ts'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface DiscordHouse extends Conformance {
  readonly fake: FakeDiscord
  readonly outbound: Outbound
  /** The `io` of signing in. */
  readonly connectIo: IdentifyIo
}

export type Sender = 'bot' | 'announcing bot' | 'webhook'

const forms = {
  bot: { connect: connectByBot, input: { bot_token: token, channel: newsId } },
  'announcing bot': { connect: connectByBot, input: { bot_token: token, channel: alertsId } },
  webhook: {
    connect: connectByWebhook,
    input: { webhook_url: `https://discord.com/api/webhooks/${webhookId}/${webhookToken}` },
  },
} as const

/** Opens a house with a bot in the channel #news, or in #alerts, or with a webhook of #news. */
export async function openHouse(
  sender: Sender = 'bot',
  connector: Connector = discord,
): Promise<DiscordHouse> {
  const fake = await startFakeDiscord()
  const outbound = localOutbound({ [origin]: fake.url })
  const connectIo = identifyIo(outbound)
  const { connect, input } = forms[sender]
  const { externalId, username, settings, credentials } = await identifyOne(connect, input, connectIo)
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => Promise.all(fake.world.messages.map(showPost)),
      revoke: async () => {
        fake.world.bots.clear()
        fake.world.webhooks.length = 0
      },
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => {
        fake.world.nextWorkMs = ms
        fake.inject(publishing, { kind: 'hang_up' })
      },
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => {
        const { messages } = fake.world
        messages.splice(
          messages.findIndex(({ id }) => id === postId),
          1,
        )
      },
      engage: async (postId) => {
        const message = fake.world.messages.find(({ id }) => id === postId)
        if (message) message.reactions = [3, 4]
        return { likes: 7 }
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

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as the API words it. */
export function refused(status: number, code: number, message: string, more: JsonObject = {}) {
  return answered(status, { message, code, ...more })
}

/** The header has whole seconds, rounded up. */
export function tooMany(seconds: number) {
  const body = { message: 'You are being rate limited.', retry_after: seconds - 0.25, global: false }
  return answered(429, body, {
    'retry-after': String(seconds),
    'x-ratelimit-scope': 'user',
    'x-ratelimit-reset-after': String(seconds - 0.25),
  })
}

async function showPost({ id, content, poll, files, repliesTo }: FakeMessage): Promise<PublicPost> {
  const images = await Promise.all(
    files
      .filter(({ type }) => type.startsWith('image/'))
      .map(async ({ bytes, altText }) => {
        const { width, height } = await sharp(bytes).metadata()
        return { altText, width, height }
      }),
  )
  const question = (poll?.question as { readonly text: string } | undefined)?.text
  return { id, text: question ?? content, images, replyTo: repliesTo }
}
