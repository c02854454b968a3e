// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { farcaster } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

/** Compose with other words in the body than the connector's own. */
const composing =
  (change: (members: string) => string): Connector['compose'] =>
  (step) => {
    const { body, ...request } = farcaster.compose(step)
    if (typeof body === 'string' || !('pieces' in body)) throw new Error('It has no pieces.')
    return {
      ...request,
      body: { pieces: body.pieces.map((piece) => (typeof piece === 'string' ? change(piece) : piece)) },
    }
  }
const withoutIdem = composing((piece) => piece.replace(/"idem":"\w+"/, '"parent_author_fid":194'))

// A fake that is kinder than its network lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'relies on a key that is held only once the cast is made',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'expiring_key', heldForMs: 3_600_000 }),
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'sends one key for everything',
    breaks: 'posts the same words twice',
    connector: { compose: composing((piece) => piece.replace(/"idem":"\w+"/, '"idem":"one"')) },
  },
  {
    does: 'sends again without a key when no answer came',
    breaks: 'makes one post although',
    connector: {
      compose: withoutIdem,
      commit: (step, io) => farcaster.commit(step, io).catch(() => farcaster.commit(step, io)),
    },
  },
  {
    does: 'takes what it does not find for proof that nothing is there',
    breaks: 'does not take the same words',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'takes any cast with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: (step, io) => farcaster.settle({ ...step, artefacts: {}, firstSentAt: new Date(0) }, io),
    },
  },
  {
    does: 'does not wait for the second of a twin to end',
    breaks: 'posts the same words twice',
    connector: {
      prepare: async (step, io) => {
        const { artefacts } = await farcaster.prepare(step, { ...io, now: () => new Date(8.64e15) })
        return { outcome: 'ready', artefacts }
      },
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        farcaster.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'leaves out the pictures',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => farcaster.prepare({ ...step, draft: { ...step.draft, media: [] } }, io),
      compose: (step) => farcaster.compose({ ...step, draft: { ...step.draft, media: [] } }),
    },
  },
  {
    does: 'answers the first cast of a thread in place of the one before',
    breaks: 'chains a thread',
    connector: {
      compose: (step) =>
        farcaster.compose({
          ...step,
          replyTo: step.replyTo && { ...step.replyTo, parent: step.replyTo.root },
        }),
    },
  },
  {
    does: 'cuts the text without a word',
    breaks: 'publishes letters of every script',
    connector: {
      compose: (step) =>
        farcaster.compose({ ...step, draft: { ...step.draft, text: step.draft.text.slice(0, 40) } }),
    },
  },
  {
    does: 'counts letters in place of bytes',
    breaks: 'publishes a text at the limit',
    connector: {
      limits: (account) => {
        const limits = farcaster.limits(account)
        return { ...limits, text: { ...limits.text, max: 1_025 } }
      },
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'deletes the post',
    connector: {
      powers: farcaster.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
  {
    does: 'counts nothing',
    breaks: 'tells the figures',
    connector: {
      powers: farcaster.powers.map((power) =>
        power.power === 'measure' ? { ...power, measure: async (posts) => posts.map(() => ({})) } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...farcaster, ...connector }))).rejects.toThrow()
  })
})
