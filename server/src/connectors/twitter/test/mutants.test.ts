import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { twitter } from '../connector.ts'
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
    connector: { commit: (step, io) => twitter.commit(step, io).catch(() => twitter.commit(step, io)) },
  },
  {
    does: 'repeats a commit on a network without keys',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        twitter.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'forgets which post was the newest before its own',
    breaks: 'does not take the same words',
    connector: { settle: (step, io) => twitter.settle({ ...step, artefacts: {} }, io) },
  },
  {
    does: 'does not wait for media',
    breaks: 'waits for media',
    connector: {
      prepare: async (step, io) => {
        const prepared = await twitter.prepare(step, io)
        const text = JSON.stringify(prepared.artefacts).replaceAll('"is_ready":false', '"is_ready":true')
        return { ...prepared, artefacts: JSON.parse(text) }
      },
    },
  },
  {
    does: 'leaves out alt texts',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return twitter.prepare({ ...step, draft: { ...step.draft, media } }, io)
      },
    },
  },
  {
    does: 'begins a conversation with each part of a thread',
    breaks: 'chains a thread',
    connector: { compose: (step) => twitter.compose({ ...step, replyTo: null }) },
  },
]

describe.concurrent('the promises catch a connector that', () => {
  it.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...twitter, ...connector }))).rejects.toThrow()
  })
})
