// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { facebook } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

// A fake that is kinder than its network lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'sends again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => facebook.commit(step, io).catch(() => facebook.commit(step, io)) },
  },
  {
    does: 'repeats a post of the feed, for which there is no key',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'claims that a post of the feed is published once',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'two_phase', heldForMs: null }),
      settle: async (step, io) => {
        const settled = await facebook.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'takes any post with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: (step, io) =>
        facebook.settle(
          { ...step, artefacts: { ...step.artefacts, seen: [] }, firstSentAt: new Date(0) },
          io,
        ),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        facebook.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'writes the token into its artefacts',
    breaks: 'publishes a text',
    connector: {
      prepare: async (step, io) => {
        const prepared = await facebook.prepare(step, io)
        const token = String(io.credentials.page_token)
        return { ...prepared, artefacts: { ...prepared.artefacts, token }, secrets: { token } }
      },
    },
  },
]

describe.concurrent('the promises catch a connector that', () => {
  it.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...facebook, ...connector }))).rejects.toThrow()
  })
})
