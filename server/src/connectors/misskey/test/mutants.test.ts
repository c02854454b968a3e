// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { misskey } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

let onlyMedia: JsonObject | null = null

// A fake that is kinder than its network lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'sends again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => misskey.commit(step, io).catch(() => misskey.commit(step, io)) },
  },
  {
    does: 'repeats a commit on a network without keys',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'takes what it does not find for proof that nothing is there',
    breaks: 'does not take the same words',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'takes any post with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: (step, io) => misskey.settle({ ...step, artefacts: {}, firstSentAt: new Date(0) }, io),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        misskey.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'publishes while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await misskey.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers, body } = misskey.compose({ ...step, artefacts: prepared.artefacts })
        const access = { authorization: `Bearer ${io.credentials.access_token}` }
        // The first is refused as too early, and the second is done.
        for (const _ of [1, 2])
          await io.fetch({ method: 'POST', url, headers: { ...headers, ...access }, body: String(body) })
        return prepared
      },
    },
  },
  {
    does: 'shows the files of the first post in every one',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        if (onlyMedia) return { outcome: 'ready', artefacts: onlyMedia }
        const prepared = await misskey.prepare(step, io)
        if (prepared.outcome === 'ready') onlyMedia = prepared.artefacts
        return prepared
      },
    },
  },
  {
    does: 'answers the first post of a thread in place of the one before',
    breaks: 'chains a thread',
    connector: {
      compose: (step) =>
        misskey.compose({ ...step, replyTo: step.replyTo && { ...step.replyTo, parent: step.replyTo.root } }),
    },
  },
  {
    does: 'cuts the text without a word',
    breaks: 'publishes a text at the limit',
    connector: {
      compose: (step) =>
        misskey.compose({ ...step, draft: { ...step.draft, text: step.draft.text.slice(0, 500) } }),
      limits: (account) => {
        const limits = misskey.limits(account)
        return { ...limits, text: { ...limits.text, max: 3_001 } }
      },
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'deletes the post',
    connector: {
      powers: misskey.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
  {
    does: 'counts nothing',
    breaks: 'tells the figures',
    connector: {
      powers: misskey.powers.map((power) =>
        power.power === 'measure' ? { ...power, measure: async (posts) => posts.map(() => ({})) } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(
      keepPromise(promise, () => openHouse('misskey', { ...misskey, ...connector })),
    ).rejects.toThrow()
  })
})
