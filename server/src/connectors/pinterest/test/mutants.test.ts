// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { pinterest } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

// A fake that is kinder than Pinterest lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        pinterest.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the Pin again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => pinterest.commit(step, io).catch(() => pinterest.commit(step, io)) },
  },
  {
    does: 'sends the Pin again where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await pinterest.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'starts over where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await pinterest.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'forgets the Pins that were there before',
    breaks: 'does not take the same words',
    connector: {
      prepare: async (step, io) => {
        const prepared = await pinterest.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, seen: [] } }
      },
    },
  },
  {
    does: 'leaves out the alt texts',
    breaks: 'shows every number of pictures',
    connector: {
      compose: (step) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return pinterest.compose({ ...step, draft: { ...step.draft, media } })
      },
    },
  },
  {
    does: 'shows the pictures of a carousel the other way round',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        const prepared = await pinterest.prepare(step, io)
        const { pictures } = prepared.artefacts
        if (prepared.outcome !== 'ready' || !Array.isArray(pictures)) return prepared
        return { ...prepared, artefacts: { ...prepared.artefacts, pictures: pictures.toReversed() } }
      },
    },
  },
  {
    does: 'forgets the cover',
    breaks: 'shows the media that its options name',
    connector: {
      compose: (step) => pinterest.compose({ ...step, artefacts: { ...step.artefacts, cover: null } }),
    },
  },
  {
    does: 'writes where a video goes into its artefacts',
    breaks: 'shows the media that its options name',
    connector: {
      prepare: async (step, io) => {
        const prepared = await pinterest.prepare(step, io)
        const { upload = null } = prepared.secrets ?? {}
        return upload === null ? prepared : { ...prepared, artefacts: { ...prepared.artefacts, upload } }
      },
    },
  },
  {
    does: 'makes the Pin while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await pinterest.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const source = { source_type: 'image_base64', content_type: 'image/jpeg', data: '/9j/' }
        const body = JSON.stringify({
          board_id: '549755885175',
          description: step.draft.text,
          media_source: source,
        })
        const headers = {
          authorization: `Bearer ${String(io.credentials.access_token)}`,
          'content-type': 'application/json',
        }
        const url = 'https://api.pinterest.com/v5/pins'
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2]) await io.fetch({ method: 'POST', url, headers, body })
        return prepared
      },
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...pinterest, ...connector }))).rejects.toThrow()
  })
})
