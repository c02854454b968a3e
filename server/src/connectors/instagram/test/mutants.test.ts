// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { instagram } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

const { prepare, commit, settle } = instagram

// A fake that is kinder than its network lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'makes a new container when no answer came',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'takes the newest post for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: async (step, io) => {
        const found = await settle(step, io)
        if (found.outcome !== 'repeat') return found
        return settle(
          {
            ...step,
            artefacts: { ...step.artefacts, seen: [] },
            firstSentAt: new Date(0),
            ref: 'any',
            looks: 9,
          },
          io,
        )
      },
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends again whatever the container says',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'forgets the alt texts',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return prepare({ ...step, draft: { ...step.draft, media } }, io)
      },
    },
  },
  {
    does: 'publishes a comment as a post of its own',
    breaks: 'publishes a first comment',
    connector: { compose: (step) => instagram.compose({ ...step, part: 'post' }) },
  },
]

describe('the promises catch a connector that', () => {
  it.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...instagram, ...connector }))).rejects.toThrow()
  })
})
