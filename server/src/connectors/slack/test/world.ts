import sharp from 'sharp'
import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyOne } from '../../conformance/identify-one.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { IdentifyIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { connectByBot } from '../connect.ts'
import { slack } from '../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { type FakeSlack, publishing, startFakeSlack } from './fake.ts'
import { type FakeMessage, harbour, issueToken } from './fake-world.ts'

export const redirectUri = 'https://crier.example.org/oauth/callback/some'

/** A connected channel on a network of its own, for the promises and for tests that go step by step. */
export interface SlackHouse extends Conformance {
  readonly fake: FakeSlack
  readonly outbound: Outbound
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

/** Opens a house with the channel `#harbour`, or the one that is given, by a token with these permissions. */
export async function openHouse(
  connector = slack,
  { scopes, channel = harbour.name }: { scopes?: readonly string[]; channel?: string } = {},
): Promise<SlackHouse> {
  const fake = await startFakeSlack()
  const outbound = localOutbound({ [origin]: fake.url, 'https://files.slack.com': fake.url })
  const { id, secret } = fake.signIn.client
  fake.signIn.redirectUris = [redirectUri]
  const app: JsonObject = { client_id: id, client_secret: secret }
  const connectIo = { ...identifyIo(outbound), app: async () => app }
  const input = { bot_token: issueToken(fake.world, scopes), channel }
  const { externalId, username, settings, credentials } = await identifyOne(connectByBot, input, connectIo)
  // Files are shown a moment after they were shared, as at Slack.
  fake.world.shareMs = 20
  return {
    connector,
    account: { id: 'an-account', externalId, username, settings },
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.signIn.endAll(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => {
        fake.world.isClosed = true
      },
      deleteByHand: async (postId) => {
        const { messages } = fake.world
        messages.splice(
          messages.findIndex(({ ts }) => ts === postId),
          1,
        )
      },
      engage: async (postId) => {
        const message = fake.world.messages.find(({ ts }) => ts === postId)
        if (!message) throw new Error('There is no such message.')
        message.reactions = [
          { name: 'sailboat', users: ['U0ANNE', 'U0BEN'], count: 2 },
          { name: 'tada', users: ['U0ANNE'], count: 1 },
        ]
        answerByHand(fake, message, 'Ahoy')
        return { likes: 3, comments: 1 }
      },
      optionMedia: null,
      keepsTextsBesideMedia: true,
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

/** A person writes below a message. */
export function answerByHand({ world }: FakeSlack, { ts, channelId }: FakeMessage, text: string): void {
  const [seconds = '', micros = ''] = ts.split('.')
  const later = `${seconds}.${String((Number(micros) + 1) % 1_000_000).padStart(6, '0')}`
  const plain = { isBroadcast: false, metadata: null, files: [], made: {}, reactions: [] }
  world.messages.push({ ...plain, ts: later, channelId, user: 'U0ANNE', text, threadTs: ts })
}

/** A house for the promises of a sign-in by redirect. */
export async function openSignIn(isRotating = false): Promise<RedirectConformance> {
  const { fake, connectIo, close } = await openHouse()
  fake.signIn.isRotating = isRotating
  const pageOf = (url: string) => url.replace(origin, fake.url)
  const person = {
    agree: (url: string) => agreeToAll(pageOf(url)),
    refuse: (url: string) => refuseAt(pageOf(url)),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: text }
}

/** A refusal as Slack words it. */
export function refused(error: string, more: JsonObject = {}) {
  return answered(200, { ok: false, error, ...more })
}

export function tooMany(seconds: number, status = 429) {
  return answered(status, { ok: false, error: 'ratelimited' }, { 'retry-after': String(seconds) })
}

/**
 * Everything that the bot has made public, as it is read. A thread has no branches: a message of it answers the one that the bot wrote
 * there before.
 */
function readPublicPosts({ world }: FakeSlack): Promise<PublicPost[]> {
  const ours = world.messages.filter(({ made }) => Object.keys(made).length > 0)
  return Promise.all(
    ours.map(async (message) => {
      const files = message.files.map((id) => world.files.find((file) => file.id === id))
      const images = await Promise.all(
        files.map(async (file) => {
          const { width, height } = await sharp(file?.bytes ?? Buffer.alloc(0)).metadata()
          return { altText: file?.altText ?? '', width, height }
        }),
      )
      const before = ours.filter((one) => one.threadTs === message.threadTs && one.ts < message.ts).at(-1)
      const replyTo = message.threadTs === null ? null : (before?.ts ?? message.threadTs)
      return { id: message.ts, text: readMarks(message.text), images, replyTo }
    }),
  )
}

/** A text as readers see it. Words between angle brackets are a command, of which they see what it does. */
function readMarks(text: string): string {
  const shown = text.replaceAll(/<([^<>]*)>/g, '$1')
  return shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
