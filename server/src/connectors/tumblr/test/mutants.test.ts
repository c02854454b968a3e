// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { tumblr } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

// A fake that is kinder than Tumblr lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        tumblr.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the post again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => tumblr.commit(step, io).catch(() => tumblr.commit(step, io)) },
  },
  {
    does: 'sends the post again where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await tumblr.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'starts over where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await tumblr.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'forgets the posts that were there before',
    breaks: 'does not take the same words',
    connector: {
      prepare: async (step, io) => {
        const prepared = await tumblr.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, seen: [] } }
      },
    },
  },
  {
    does: 'leaves out the alt texts',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return tumblr.prepare({ ...step, draft: { ...step.draft, media } }, io)
      },
    },
  },
  {
    does: 'shows the pictures the other way round',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        const prepared = await tumblr.prepare(step, io)
        const { files } = prepared.artefacts
        if (prepared.outcome !== 'ready' || !Array.isArray(files)) return prepared
        return { ...prepared, artefacts: { ...prepared.artefacts, files: files.toReversed() } }
      },
    },
  },
  {
    does: 'publishes the post while it is prepared',
    breaks: 'publishes a text, once',
    connector: {
      prepare: async (step, io) => {
        const prepared = await tumblr.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers, body } = tumblr.compose({ ...step, artefacts: prepared.artefacts })
        const authorization = `Bearer ${String(io.credentials.access_token)}`
        await io.fetch({ method: 'POST', url, headers: { ...headers, authorization }, body: String(body) })
        return prepared
      },
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...tumblr, ...connector }))).rejects.toThrow()
  })
})
