// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type CommitRequest, type Connector, Failure } from '../../connector.ts'
import { telegram } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

const composing =
  (change: (commit: CommitRequest) => CommitRequest): Connector['compose'] =>
  (step) =>
    change(telegram.compose(step))

// A fake that is kinder than Telegram lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        telegram.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => telegram.commit(step, io).catch(() => telegram.commit(step, io)) },
  },
  {
    does: 'repeats a commit on a network without keys',
    breaks: 'makes one post although',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'starts over because it can find nothing',
    breaks: 'makes one post although',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'claims that a key would hold',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'expiring_key', heldForMs: 3_600_000 }),
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'writes the token of the bot into its commit',
    breaks: 'publishes a text',
    connector: {
      compose: composing(({ url, urlCredential: _, ...commit }) => {
        const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8'
        return { ...commit, url: url.replace('{access}', token) }
      }),
    },
  },
  {
    does: 'shows the token of the bot in a failure',
    breaks: 'says unauthorized when its access',
    connector: {
      commit: (step, io) =>
        telegram.commit(step, io).catch((error: Failure) => {
          throw new Failure(error.kind, `No access at /bot${String(io.credentials.bot_token)}/`)
        }),
    },
  },
  {
    does: 'sends the message before it is time to',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const url = `https://api.telegram.org/bot${String(io.credentials.bot_token)}/sendMessage`
        const body = JSON.stringify({ chat_id: -1_001_234_567_890, text: step.draft.text })
        const headers = { 'content-type': 'application/json' }
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2]) await io.fetch({ method: 'POST', url, headers, body })
        return telegram.prepare(step, io)
      },
    },
  },
  {
    does: 'shows the pictures of an album the other way round',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        const prepared = await telegram.prepare(step, io)
        const { files } = prepared.artefacts
        if (prepared.outcome !== 'ready' || !Array.isArray(files)) return prepared
        return { ...prepared, artefacts: { files: files.toReversed() } }
      },
    },
  },
  {
    does: 'forgets the post that a part of a thread answers',
    breaks: 'chains a thread',
    connector: { compose: (step) => telegram.compose({ ...step, replyTo: null }) },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'says unauthorized when it may no longer delete',
    connector: {
      powers: telegram.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...telegram, ...connector }))).rejects.toThrow()
  })
})
