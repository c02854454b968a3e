// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { lemmy } from '../connector.ts'
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
    connector: { commit: (step, io) => lemmy.commit(step, io).catch(() => lemmy.commit(step, io)) },
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
      settle: (step, io) =>
        lemmy.settle({ ...step, artefacts: { ...step.artefacts, seen: [] }, firstSentAt: new Date(0) }, io),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        lemmy.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'publishes while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await lemmy.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers, body } = lemmy.compose({ ...step, artefacts: prepared.artefacts })
        const access = { authorization: `Bearer ${io.credentials.jwt}` }
        // The first is refused as too early, and the second is done.
        for (const _ of [1, 2])
          await io.fetch({ method: 'POST', url, headers: { ...headers, ...access }, body: String(body) })
        return prepared
      },
    },
  },
  {
    does: 'leaves out all pictures but the first',
    breaks: 'shows every number of pictures',
    connector: {
      compose: (step) => {
        const { media } = step.draft
        const uploads = step.artefacts.media
        const first = Array.isArray(uploads) ? uploads.slice(0, 1) : []
        return lemmy.compose({
          ...step,
          draft: { ...step.draft, media: media.slice(0, 1) },
          artefacts: { ...step.artefacts, media: first },
        })
      },
    },
  },
  {
    does: 'answers the first post of a thread in place of the one before',
    breaks: 'chains a thread',
    connector: {
      compose: (step) =>
        lemmy.compose({ ...step, replyTo: step.replyTo && { ...step.replyTo, parent: step.replyTo.root } }),
    },
  },
  {
    does: 'lets a text be longer than the server takes',
    breaks: 'publishes a text at the limit',
    connector: {
      limits: (account) => {
        const limits = lemmy.limits(account)
        return { ...limits, text: { ...limits.text, max: limits.text.max + 1 } }
      },
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'deletes the post',
    connector: {
      powers: lemmy.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
  {
    does: 'edits nothing, and says that it did',
    breaks: 'sets the text of the post',
    connector: {
      powers: lemmy.powers.map((power) =>
        power.power === 'edit' ? { ...power, edit: async () => 'edited' as const } : power,
      ),
    },
  },
  {
    does: 'counts nothing',
    breaks: 'tells the figures',
    connector: {
      powers: lemmy.powers.map((power) =>
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
      keepPromise(promise, () => openHouse('0.19.11', { ...lemmy, ...connector })),
    ).rejects.toThrow()
  })
})
