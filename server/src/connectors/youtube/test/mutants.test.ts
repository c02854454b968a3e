// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { youtube } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

// A fake that is kinder than YouTube lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'begins a new upload after a lost answer',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'begins a new upload while the last part is still worked on',
    breaks: 'makes one post although',
    connector: {
      settle: async (step, io) => {
        const settled = await youtube.settle(step, io)
        return settled.outcome === 'repeat' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        youtube.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the last part again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => youtube.commit(step, io).catch(() => youtube.commit(step, io)) },
  },
  {
    does: 'sends the last part while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await youtube.prepare(step, io)
        if (prepared.outcome === 'ready') await sendEverything(step.draft.media[0]?.id ?? '', io)
        return prepared
      },
    },
  },
  {
    does: 'writes the address of the upload into its commit',
    breaks: 'publishes a text',
    connector: {
      prepare: async (step, io) => {
        const prepared = await youtube.prepare(step, io)
        const { session = null } = prepared.secrets ?? {}
        return session === null ? prepared : { ...prepared, artefacts: { ...prepared.artefacts, session } }
      },
    },
  },
  {
    does: 'forgets the thumbnail',
    breaks: 'shows the media that its options name',
    connector: {
      prepare: (step, io) => youtube.prepare({ ...step, draft: { ...step.draft, options: {} } }, io),
    },
  },
  {
    does: 'counts letters instead of bytes',
    breaks: 'publishes a text at the limit',
    connector: {
      check: (draft, account) => {
        const checked = youtube.check(draft, account)
        return { ...checked, length: { ...checked.length, count: draft.text.length - 1 } }
      },
    },
  },
]

/** Makes the video public too early, as an upload in one go would. */
async function sendEverything(mediaId: string, io: Parameters<Connector['prepare']>[1]): Promise<void> {
  const { session } = await io.secrets()
  const bytes = 300_000
  const body = await io.media.open(mediaId, { start: 262_144, end: bytes })
  const headers = {
    authorization: `Bearer ${String(io.credentials.access_token)}`,
    'content-type': 'video/mp4',
    'content-length': String(bytes - 262_144),
    'content-range': `bytes 262144-${bytes - 1}/${bytes}`,
  }
  await io.fetch({ method: 'PUT', url: String(session), headers, body })
}

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...youtube, ...connector }))).rejects.toThrow()
  })
})
