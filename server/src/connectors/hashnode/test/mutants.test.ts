// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure, type PublishedPost } from '../../connector.ts'
import { makeRequest } from '../../kit/json-api.ts'
import { origin } from '../api.ts'
import { hashnode } from '../connector.ts'
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
    does: 'makes a new article with each send, and sends again where none is seen',
    breaks: 'makes one post although its server was still at work',
    connector: {
      networkClass: () => ({ class: 'two_phase', heldForMs: null }),
      compose: (step) => {
        const request = hashnode.compose(step)
        const { publication_id: publicationId } = step.account.settings
        const input = { publicationId, title: 'New', contentMarkdown: step.draft.text }
        const query =
          'mutation PublishPost($input: PublishPostInput!) { publishPost(input: $input) { post { id url } } }'
        return { ...request, body: JSON.stringify({ query, variables: { input } }) }
      },
      commit: async (step, io) => {
        const answer = await io.sendOnce({ authorization: `Bearer ${io.credentials.access_token}` })
        if (answer.status !== 200) throw new Failure('unknown_outcome', 'Nobody knows.')
        return { outcome: 'published', remoteId: 'one', url: step.commit.url, reference: null }
      },
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'trusts a draft to be published once, and publishes it again',
    breaks: 'makes one post although its server was still at work',
    connector: {
      networkClass: () => ({ class: 'two_phase', heldForMs: null }),
      settle: async (step, io) => {
        const settled = await hashnode.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'knows its articles by nothing',
    breaks: 'does not take the same words',
    connector: {
      prepare: (step, io) => hashnode.prepare({ ...step, key: '0'.repeat(32) }, io),
      settle: (step, io) => hashnode.settle({ ...step, key: '0'.repeat(32) }, io),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        hashnode.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'takes another article for its own',
    breaks: 'does not take the same words',
    connector: {
      commit: async (step, io) => {
        const committed = await hashnode.commit(step, io)
        if (committed.outcome === 'published') first ??= committed
        return committed
      },
      settle: async (step, io) => (first ? { outcome: 'published', ...first } : hashnode.settle(step, io)),
    },
  },
  {
    does: 'publishes while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await hashnode.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { headers, body } = hashnode.compose({ ...step, artefacts: prepared.artefacts })
        const token = String(io.credentials.access_token)
        const request = makeRequest(origin, { path: '/', token, headers, json: JSON.parse(String(body)) })
        // The first is refused as too early, and the second is done.
        for (const _ of [1, 2]) await io.fetch(request)
        return prepared
      },
    },
  },
  {
    does: 'leaves out the pictures',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => hashnode.prepare({ ...step, draft: { ...step.draft, media: [] } }, io),
    },
  },
  {
    does: 'cuts the text without a word',
    breaks: 'publishes letters of every script',
    connector: {
      prepare: (step, io) =>
        hashnode.prepare({ ...step, draft: { ...step.draft, text: step.draft.text.slice(0, 40) } }, io),
    },
  },
  ...(['delete', 'edit'] as const).map(
    (name): Mutant => ({
      does: `says that it did ${name}, and did nothing`,
      breaks: name === 'delete' ? 'deletes the post' : 'sets the text',
      connector: {
        powers: hashnode.powers.map((power) => {
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
      powers: hashnode.powers.map((power) =>
        power.power === 'measure' ? { ...power, measure: async (posts) => posts.map(() => ({})) } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...hashnode, ...connector }))).rejects.toThrow()
  })
})
