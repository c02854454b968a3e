// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure, type PublishedPost } from '../../connector.ts'
import { forem } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

let first: PublishedPost | null = null

// A fake that is kinder than its network lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'makes a new article with each send',
    breaks: 'makes one post although',
    connector: {
      compose: (step) => {
        const { url, ...request } = forem.compose(step)
        const article = { title: 'New', published: true, ai_disclosure_level: 'no_ai' }
        const body = JSON.stringify({ article: { ...article, body_markdown: step.draft.text } })
        return { ...request, method: 'POST', url: new URL('/api/articles', url).href, body }
      },
      commit: async (step, io) => {
        const answer = await io.sendOnce({ 'api-key': String(io.credentials.api_key) })
        if (answer.status !== 201) throw new Failure('unknown_outcome', 'Nobody knows.')
        return { outcome: 'published', remoteId: '1', url: step.commit.url, reference: null }
      },
    },
  },
  {
    does: 'knows its drafts by nothing',
    breaks: 'posts the same words twice',
    connector: { prepare: (step, io) => forem.prepare({ ...step, key: '0'.repeat(32) }, io) },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        forem.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'takes a draft for a public article',
    breaks: 'does not take the same words',
    connector: {
      settle: async ({ artefacts }) => {
        const remoteId = String(artefacts.article_id)
        return { outcome: 'published', remoteId, url: 'https://dev.to/', reference: null }
      },
    },
  },
  {
    does: 'takes another article for its own',
    breaks: 'does not take the same words',
    connector: {
      commit: async (step, io) => {
        const committed = await forem.commit(step, io)
        if (committed.outcome === 'published') first ??= committed
        return committed
      },
      settle: async (step, io) => (first ? { outcome: 'published', ...first } : forem.settle(step, io)),
    },
  },
  {
    does: 'publishes while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await forem.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers, body } = forem.compose({ ...step, artefacts: prepared.artefacts })
        const access = { 'api-key': String(io.credentials.api_key) }
        // The first is refused as too early, and the second is done.
        for (const _ of [1, 2])
          await io.fetch({ method: 'PUT', url, headers: { ...headers, ...access }, body: String(body) })
        return prepared
      },
    },
  },
  {
    does: 'leaves out the pictures',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => forem.prepare({ ...step, draft: { ...step.draft, media: [] } }, io),
    },
  },
  {
    does: 'cuts the text without a word',
    breaks: 'publishes letters of every script',
    connector: {
      prepare: (step, io) =>
        forem.prepare({ ...step, draft: { ...step.draft, text: step.draft.text.slice(0, 40) } }, io),
    },
  },
  ...(['delete', 'edit'] as const).map(
    (name): Mutant => ({
      does: `says that it did ${name}, and did nothing`,
      breaks: name === 'delete' ? 'deletes the post' : 'sets the text',
      connector: {
        powers: forem.powers.map((power) => {
          if (power.power !== name) return power
          return power.power === 'delete'
            ? { ...power, delete: async () => undefined }
            : { ...power, edit: async () => 'edited' as const }
        }) as Connector['powers'],
      },
    }),
  ),
  {
    does: 'counts nothing',
    breaks: 'tells the figures',
    connector: {
      powers: forem.powers.map((power) =>
        power.power === 'measure' ? { ...power, measure: async (posts) => posts.map(() => ({})) } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...forem, ...connector }))).rejects.toThrow()
  })
})
