// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type CommitRequest, type CommitStep, type Connector, Failure } from '../../connector.ts'
import { slack } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
  /** Milliseconds until files are shown, where it matters. */
  readonly shareMs?: number
}

/** The request with other members in its JSON. */
function rewrite(commit: CommitRequest, change: (body: JsonObject) => JsonObject): CommitRequest {
  return { ...commit, body: JSON.stringify(change(JSON.parse(String(commit.body)) as JsonObject)) }
}

function composing(change: (body: JsonObject) => JsonObject): Partial<Connector> {
  return { compose: (step) => rewrite(slack.compose(step), change) }
}

/** The step as if it had been sent long ago, so that everything is looked at. */
function fromLongAgo(step: CommitStep): CommitStep {
  return { ...step, firstSentAt: new Date(0) }
}

// A fake that is kinder than Slack lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        slack.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the post again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => slack.commit(step, io).catch(() => slack.commit(step, io)) },
  },
  {
    does: 'sends the post again where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await slack.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'takes its mark for a key that stops a second message',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'key', heldForMs: null }),
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'knows its messages by their words, whenever they were sent',
    breaks: 'does not take the same words',
    connector: {
      ...composing((body) => ({
        ...body,
        ...(body.text === undefined
          ? {}
          : { metadata: { event_type: 'crier_post', event_payload: { key: 'the-same' } } }),
      })),
      settle: (step, io) => slack.settle({ ...fromLongAgo(step), key: 'the-same' }, io),
    },
  },
  {
    does: 'leaves its mark out, and forgets that it cannot look then',
    breaks: 'makes one post, or asks',
    connector: {
      ...composing(({ metadata: _, ...body }) => body),
      settle: async (step, io) => {
        const settled = await slack.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'takes files that were shared for files that people see',
    breaks: 'shows every number of pictures',
    shareMs: 300,
    connector: {
      commit: async (step, io) => {
        const committed = await slack.commit(step, io)
        if (committed.outcome !== 'accepted') return committed
        const url = 'https://harbour.slack.com/'
        return { outcome: 'published', remoteId: committed.ref, url, reference: null }
      },
    },
  },
  {
    does: 'leaves out the alt texts',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return slack.prepare({ ...step, draft: { ...step.draft, media } }, io)
      },
    },
  },
  {
    does: 'shares the files in another order',
    breaks: 'shows every number of pictures',
    connector: composing((body) => ({
      ...body,
      ...(Array.isArray(body.files) ? { files: body.files.toReversed() } : {}),
    })),
  },
  {
    does: 'lets a text give commands',
    breaks: 'publishes letters of every script',
    connector: {
      compose: (step) =>
        rewrite(slack.compose(step), (body) =>
          body.text === undefined ? body : { ...body, text: step.draft.text },
        ),
    },
  },
  {
    does: 'escapes a text twice',
    breaks: 'publishes letters of every script',
    connector: composing((body) =>
      body.text === undefined ? body : { ...body, text: String(body.text).replaceAll('&', '&amp;') },
    ),
  },
  {
    does: 'answers the message before it instead of the first of the thread',
    breaks: 'chains a thread',
    connector: {
      compose: (step) => {
        const { replyTo } = step
        return slack.compose({ ...step, replyTo: replyTo && { ...replyTo, root: replyTo.parent } })
      },
    },
  },
  {
    does: 'forgets the thread',
    breaks: 'publishes a first comment',
    connector: { compose: (step) => slack.compose({ ...step, replyTo: null }) },
  },
  {
    does: 'makes the post while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await slack.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers: plain, body } = slack.compose({ ...step, artefacts: prepared.artefacts })
        const headers = { ...plain, authorization: `Bearer ${String(io.credentials.access_token)}` }
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2]) await io.fetch({ method: 'POST', url, headers, body: String(body) })
        return prepared
      },
    },
  },
  {
    does: 'takes a message that another deleted for an error',
    breaks: 'takes a post that is gone already',
    connector: {
      powers: slack.powers.map((power) => {
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
  {
    does: 'edits the text beside files, which may take the files away',
    breaks: 'sets the text of the post',
    connector: {
      powers: slack.powers.map((power) =>
        power.power === 'edit' ? { ...power, refusal: () => null } : power,
      ),
    },
  },
]

const deleted = new Set<string>()

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector, shareMs }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    const setUp = async () => {
      const house = await openHouse({ ...slack, ...connector })
      if (shareMs !== undefined) house.fake.world.shareMs = shareMs
      return house
    }
    await expect(keepPromise(promise, setUp)).rejects.toThrow()
  })
})
