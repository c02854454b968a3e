// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type CommitRequest, type Connector, Failure } from '../../connector.ts'
import { reddit } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

/** Changes the content of a commit that is JSON or a form. */
function changed(commit: CommitRequest, change: (form: URLSearchParams) => void): CommitRequest {
  if (typeof commit.body !== 'string' || commit.body.startsWith('{')) return commit
  const form = new URLSearchParams(commit.body)
  change(form)
  return { ...commit, body: form.toString() }
}

function withArtefacts(change: (artefacts: JsonObject) => JsonObject): Partial<Connector> {
  return {
    prepare: async (step, io) => {
      const prepared = await reddit.prepare(step, io)
      if (prepared.outcome !== 'ready') return prepared
      return { ...prepared, artefacts: { ...prepared.artefacts, ...change(prepared.artefacts) } }
    },
  }
}

// A fake that is kinder than Reddit lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        reddit.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the post again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => reddit.commit(step, io).catch(() => reddit.commit(step, io)) },
  },
  {
    does: 'sends the post again where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await reddit.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'starts over where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await reddit.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'forgets the posts that were there before, of which it knows only about when they were made',
    breaks: 'does not take the same words',
    connector: {
      settle: (step, io) => {
        const firstSentAt = new Date(step.firstSentAt.getTime() - 60_000)
        return reddit.settle({ ...step, firstSentAt, artefacts: { ...step.artefacts, seen: [] } }, io)
      },
    },
  },
  {
    does: 'takes a picture whose post has no id yet for one that was refused',
    breaks: 'shows every number of pictures',
    connector: {
      commit: async (step, io) => {
        const committed = await reddit.commit(step, io)
        if (committed.outcome === 'published') return committed
        throw new Failure('invalid', 'There is no post.')
      },
    },
  },
  {
    does: 'shows the pictures of a gallery the other way round',
    breaks: 'shows every number of pictures',
    connector: withArtefacts(({ media }) => ({ media: Array.isArray(media) ? media.toReversed() : [] })),
  },
  {
    does: 'shows a frame in place of the cover',
    breaks: 'shows the media that its options name',
    connector: {
      prepare: (step, io) => reddit.prepare({ ...step, draft: { ...step.draft, optionMedia: [] } }, io),
    },
  },
  {
    does: 'writes a comment below the post in place of the comment before it',
    breaks: 'chains a thread',
    connector: {
      compose: (step) =>
        reddit.compose({
          ...step,
          replyTo: step.replyTo && { root: step.replyTo.root, parent: step.replyTo.root },
        }),
    },
  },
  {
    does: 'makes a first comment a post of its own',
    breaks: 'publishes a first comment',
    connector: {
      compose: (step) =>
        reddit.compose({ ...step, replyTo: null, artefacts: { ...step.artefacts, is_admitted: true } }),
    },
  },
  {
    does: 'goes out under a name that many programs share',
    breaks: 'publishes a text, once',
    connector: {
      compose: (step) => {
        const commit = reddit.compose(step)
        return { ...commit, headers: { ...commit.headers, 'user-agent': 'node' } }
      },
    },
  },
  {
    does: 'puts the text into the title',
    breaks: 'publishes a text, once',
    connector: {
      compose: (step) =>
        changed(reddit.compose(step), (form) => {
          form.set('title', form.get('text') ?? '')
          form.delete('text')
        }),
    },
  },
  {
    does: 'takes a suspended account for one that is banned somewhere',
    breaks: 'says account_blocked',
    connector: {
      prepare: (step, io) =>
        reddit.prepare(step, io).catch((error: Error) => {
          throw error instanceof Failure && error.kind === 'account_blocked'
            ? new Failure('forbidden', 'No.')
            : error
        }),
    },
  },
  {
    does: 'makes the post while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await reddit.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers, body } = reddit.compose({ ...step, artefacts: prepared.artefacts })
        const authorization = `Bearer ${String(io.credentials.access_token)}`
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2])
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
    await expect(keepPromise(promise, () => openHouse({ ...reddit, ...connector }))).rejects.toThrow()
  })
})
