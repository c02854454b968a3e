// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { vk } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

// A fake that is kinder than VK lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        vk.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'trusts guid while its post is still being made',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'expiring_key', heldForMs: 600_000 }),
      settle: async (step, io) => {
        const settled = await vk.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'starts over where it finds none',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await vk.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'sends one guid for everything',
    breaks: 'posts the same words twice',
    connector: { compose: (step) => vk.compose({ ...step, key: 'the-same' }) },
  },
  {
    // Without its clock it would be caught only within the second of the other post, for dates have whole seconds.
    does: 'forgets the posts that were there before, and has a clock that is behind',
    breaks: 'does not take the same words',
    connector: {
      prepare: async (step, io) => {
        const prepared = await vk.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, seen: [] } }
      },
      settle: (step, io) =>
        vk.settle({ ...step, firstSentAt: new Date(step.firstSentAt.getTime() - 60_000) }, io),
    },
  },
  {
    does: 'leaves out the descriptions of photos',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return vk.prepare({ ...step, draft: { ...step.draft, media } }, io)
      },
    },
  },
  {
    does: 'shows the pictures the other way round',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        const prepared = await vk.prepare(step, io)
        const { media } = prepared.artefacts
        if (prepared.outcome !== 'ready' || !Array.isArray(media)) return prepared
        return { ...prepared, artefacts: { ...prepared.artefacts, media: media.toReversed() } }
      },
    },
  },
  {
    does: 'publishes the post while it is prepared',
    breaks: 'publishes a text, once',
    connector: {
      prepare: async (step, io) => {
        const prepared = await vk.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, headers, body } = vk.compose({ ...step, key: 'other', artefacts: prepared.artefacts })
        const authorization = `Bearer ${String(io.credentials.access_token)}`
        await io.fetch({ method: 'POST', url, headers: { ...headers, authorization }, body: String(body) })
        return prepared
      },
    },
  },
  {
    does: 'edits the words and leaves the media out',
    breaks: 'sets the text of the post',
    connector: {
      powers: vk.powers.map((power) =>
        power.power === 'edit'
          ? {
              ...power,
              edit: ({ post, text }, _account, credentials, io) => {
                const [owner, id] = post.remoteId.split('_')
                const headers = {
                  'content-type': 'application/x-www-form-urlencoded',
                  authorization: `Bearer ${String(credentials.access_token)}`,
                }
                const body = new URLSearchParams({
                  owner_id: String(owner),
                  post_id: String(id),
                  message: text,
                  v: '5.199',
                })
                const url = 'https://api.vk.com/method/wall.edit'
                return io
                  .fetch({ method: 'POST', url, headers, body: body.toString() })
                  .then(() => 'edited' as const)
              },
            }
          : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...vk, ...connector }))).rejects.toThrow()
  })
})
