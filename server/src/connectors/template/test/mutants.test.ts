import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { perch } from '../connector.ts'
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
    connector: { commit: (step, io) => perch.commit(step, io).catch(() => perch.commit(step, io)) },
  },
  {
    does: 'repeats a commit on a network without keys',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'takes what it does not find for proof that nothing is there',
    breaks: 'does not take the same words',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'takes any post with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: (step, io) => perch.settle({ ...step, artefacts: {}, firstSentAt: new Date(0) }, io),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        perch.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'stores a secret where operators read it',
    breaks: 'publishes a text',
    connector: {
      prepare: async (step, io) => {
        const prepared = await perch.prepare(step, io)
        const address = 'https://upload.example/?token=k3y'
        return { ...prepared, artefacts: { ...prepared.artefacts, address }, secrets: { address } }
      },
    },
  },
  {
    does: 'writes a secret into its commit',
    breaks: 'publishes a text',
    connector: {
      prepare: async (step, io) => ({
        ...(await perch.prepare(step, io)),
        secrets: { token: 'k3y-of-a-post' },
      }),
      compose: (step) => {
        const commit = perch.compose(step)
        return { ...commit, url: `${commit.url}?token=k3y-of-a-post` }
      },
    },
  },
  {
    does: 'does not wait for media',
    breaks: 'waits for media',
    connector: {
      prepare: async (step, io) => {
        const prepared = await perch.prepare(step, io)
        const text = JSON.stringify(prepared.artefacts).replaceAll('"is_ready":false', '"is_ready":true')
        return { ...prepared, artefacts: JSON.parse(text) }
      },
    },
  },
]

describe('the promises catch a connector that', () => {
  it.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...perch, ...connector }))).rejects.toThrow()
  })
})
