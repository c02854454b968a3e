// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../lib/json/json.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { googleBusiness } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
  /** How long Google looks at a post, where it matters. */
  readonly processMs?: number
}

// A fake that is kinder than Google lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        googleBusiness.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the post again when no answer came',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) => googleBusiness.commit(step, io).catch(() => googleBusiness.commit(step, io)),
    },
  },
  {
    does: 'sends the post again where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await googleBusiness.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'starts over where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await googleBusiness.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'forgets the posts that were there before, and when it was sent',
    breaks: 'does not take the same words',
    connector: {
      prepare: async (step, io) => {
        const prepared = await googleBusiness.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, seen: [] } }
      },
      settle: (step, io) => googleBusiness.settle({ ...step, firstSentAt: new Date(0) }, io),
    },
  },
  {
    does: 'takes a post that Google still looks at for one that people see',
    breaks: 'publishes a text, once',
    processMs: 300,
    connector: {
      commit: async (step, io) => {
        const committed = await googleBusiness.commit(step, io)
        if (committed.outcome !== 'accepted') return committed
        const url = 'https://maps.google.com/'
        return { outcome: 'published', remoteId: committed.ref, url, reference: null }
      },
    },
  },
  {
    does: 'leaves out the photo',
    breaks: 'shows every number of pictures',
    connector: {
      compose: (step) => {
        const draft = { ...step.draft, media: [] }
        return googleBusiness.compose({ ...step, draft, artefacts: { ...step.artefacts, photo: null } })
      },
    },
  },
  {
    does: 'gives Google the address of an earlier attempt',
    breaks: 'gives the network addresses',
    connector: {
      prepare: async (step, io) => {
        const prepared = await googleBusiness.prepare(step, io)
        const { photo = null } = prepared.artefacts
        earlier ??= photo
        return { ...prepared, artefacts: { ...prepared.artefacts, photo: earlier } }
      },
    },
  },
  {
    does: 'leaves out everything that is no letter',
    breaks: 'publishes letters of every script',
    connector: {
      compose: (step) => {
        const text = step.draft.text.replace(/[^\p{L}\p{N}\s]/gu, '')
        return googleBusiness.compose({ ...step, draft: { ...step.draft, text } })
      },
    },
  },
  {
    does: 'makes the post while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await googleBusiness.prepare(step, io)
        const { url, headers: plain } = googleBusiness.compose({ ...step, artefacts: prepared.artefacts })
        const headers = { ...plain, authorization: `Bearer ${String(io.credentials.access_token)}` }
        const body = JSON.stringify({ topicType: 'STANDARD', summary: step.draft.text })
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2]) await io.fetch({ method: 'POST', url, headers, body })
        return prepared
      },
    },
  },
  {
    does: 'takes a post that another deleted for an error',
    breaks: 'takes a post that is gone already',
    connector: {
      powers: googleBusiness.powers.map((power) => {
        if (power.power !== 'delete') return power
        return {
          ...power,
          delete: async (post, account, credentials, io) => {
            const before = deleted.has(post.remoteId)
            deleted.add(post.remoteId)
            if (before) throw new Failure('invalid', 'It is gone.')
            await power.delete(post, account, credentials, io)
          },
        }
      }),
    },
  },
]

let earlier: Json = null
const deleted = new Set<string>()

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector, processMs }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    const setUp = async () => {
      const house = await openHouse({ ...googleBusiness, ...connector })
      if (processMs !== undefined) house.fake.world.processMs = processMs
      return house
    }
    await expect(keepPromise(promise, setUp)).rejects.toThrow()
  })
})
