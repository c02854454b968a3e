// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type CommitRequest, type Connector, Failure } from '../../connector.ts'
import { discord } from '../connector.ts'
import { newsId, token, webhookToken } from './fake-world.ts'
import { openHouse, type Sender } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
  /** A bot unless given. */
  readonly sender?: Sender
}

const composing =
  (
    change: (message: Record<string, unknown>, commit: CommitRequest) => CommitRequest,
  ): Connector['compose'] =>
  (step) => {
    const commit = discord.compose(step)
    return typeof commit.body === 'string' ? change(JSON.parse(commit.body), commit) : commit
  }

const writing = (message: object, commit: CommitRequest): CommitRequest => {
  return { ...commit, body: JSON.stringify(message) }
}

// A fake that is kinder than Discord lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        discord.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends again when no answer came, by a webhook',
    breaks: 'makes one post, or asks',
    sender: 'webhook',
    connector: { commit: (step, io) => discord.commit(step, io).catch(() => discord.commit(step, io)) },
  },
  {
    does: 'trusts the nonce although the server is still at work',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'expiring_key', heldForMs: 120_000 }),
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'starts over because it can find nothing',
    breaks: 'makes one post although',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'claims that a key would hold, by a webhook',
    breaks: 'makes one post although',
    sender: 'webhook',
    connector: {
      networkClass: () => ({ class: 'expiring_key', heldForMs: 3_600_000 }),
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'gives all posts the same nonce',
    breaks: 'posts the same words twice',
    connector: { compose: composing((message, commit) => writing({ ...message, nonce: 'ours' }, commit)) },
  },
  {
    does: 'makes a nonce of the words',
    breaks: 'posts the same words twice',
    connector: {
      compose: composing((message, commit) =>
        writing({ ...message, nonce: String(message.content).slice(0, 25) }, commit),
      ),
    },
  },
  {
    does: 'gives a nonce more letters than it may have',
    breaks: 'publishes a text',
    connector: {
      compose: (step) =>
        composing((message, commit) => writing({ ...message, nonce: step.key }, commit))(step),
    },
  },
  {
    does: 'takes the first message with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      prepare: async (step, io) => {
        const prepared = await discord.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, newest: '0' } }
      },
      settle: (step, io) => discord.settle({ ...step, firstSentAt: new Date(Date.now() - 3_600_000) }, io),
    },
  },
  {
    does: 'does not wait for the message of a webhook',
    breaks: 'publishes a text',
    sender: 'webhook',
    connector: {
      compose: (step) => {
        const commit = discord.compose(step)
        return { ...commit, url: commit.url.replace('?wait=true', '') }
      },
    },
  },
  {
    does: 'writes the token of a webhook into its commit',
    breaks: 'publishes a text',
    sender: 'webhook',
    connector: {
      compose: (step) => {
        const { url, urlCredential: _, ...commit } = discord.compose(step)
        return { ...commit, url: url.replace('{access}', webhookToken) }
      },
    },
  },
  {
    does: 'writes the token of the bot into its commit',
    breaks: 'publishes a text',
    connector: {
      compose: (step) => {
        const commit = discord.compose(step)
        return { ...commit, headers: { ...commit.headers, authorization: `Bot ${token}` } }
      },
    },
  },
  {
    does: 'shows the token of the bot in a failure',
    breaks: 'says unauthorized when its access',
    connector: {
      commit: (step, io) =>
        discord.commit(step, io).catch((error: Failure) => {
          throw new Failure(error.kind, `No access with ${String(io.credentials.bot_token)}.`)
        }),
      prepare: (step, io) =>
        discord.prepare(step, io).catch((error: Failure) => {
          throw new Failure(error.kind, `No access with ${String(io.credentials.bot_token)}.`)
        }),
    },
  },
  {
    does: 'sends the message before it is time to',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const request = {
          method: 'POST',
          url: `https://discord.com/api/v10/channels/${newsId}/messages`,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'DiscordBot (https://boats.example, 1)',
            authorization: `Bot ${token}`,
          },
          body: JSON.stringify({ content: step.draft.text }),
        } as const
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2]) await io.fetch(request)
        return discord.prepare(step, io)
      },
    },
  },
  {
    does: 'rounds the time to wait up to minutes',
    breaks: 'says rate_limited',
    connector: {
      commit: (step, io) =>
        discord.commit(step, io).catch((error: Failure) => {
          throw new Failure(error.kind, error.words, { retryAfterMs: 60_000 })
        }),
    },
  },
  {
    does: 'shows the pictures the other way round',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        const prepared = await discord.prepare(step, io)
        const { files } = prepared.artefacts
        if (prepared.outcome !== 'ready' || !Array.isArray(files)) return prepared
        return { ...prepared, artefacts: { ...prepared.artefacts, files: files.toReversed() } }
      },
    },
  },
  {
    does: 'forgets the message that a part of a thread answers',
    breaks: 'chains a thread',
    connector: { compose: (step) => discord.compose({ ...step, replyTo: null }) },
  },
  {
    does: 'counts letters as JavaScript does',
    breaks: 'publishes a text at the limit',
    connector: {
      check: (draft, account) => {
        const checked = discord.check(draft, account)
        return { ...checked, length: { ...checked.length, unit: 'utf16' } }
      },
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'says unauthorized when it may no longer delete',
    connector: {
      powers: discord.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector, sender = 'bot' }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(
      keepPromise(promise, () => openHouse(sender, { ...discord, ...connector })),
    ).rejects.toThrow()
  })
})
