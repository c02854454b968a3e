import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { linkedin } from '../connector.ts'
import { member, openHouse, page } from './world.ts'

interface Mutant {
  readonly does: string
  readonly as?: typeof page | typeof member
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

const mutants: readonly Mutant[] = [
  {
    does: 'sends again when no answer came, to be told the name of the first',
    as: member,
    breaks: 'makes one post although',
    connector: { commit: (step, io) => linkedin.commit(step, io).catch(() => linkedin.commit(step, io)) },
  },
  {
    does: 'repeats a commit on a network without keys',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'repeat' }) },
  },
  {
    does: 'takes posts that it may not read for posts that are not there',
    as: member,
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'takes any post with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: (step, io) =>
        linkedin.settle(
          { ...step, artefacts: { ...step.artefacts, seen: [] }, firstSentAt: new Date(0) },
          io,
        ),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        linkedin.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends the signs of a text as they are',
    breaks: 'publishes letters of every script',
    connector: {
      compose: (step) => {
        const commit = linkedin.compose(step)
        return { ...commit, body: String(commit.body).replaceAll('\\\\', '') }
      },
    },
  },
  {
    does: 'does not wait for media',
    breaks: 'waits for media',
    connector: {
      prepare: async (step, io) => {
        const prepared = await linkedin.prepare(step, io)
        return {
          ...prepared,
          artefacts: JSON.parse(JSON.stringify(prepared.artefacts).replaceAll('"processing"', '"ready"')),
        }
      },
    },
  },
  {
    does: 'comments on nothing',
    breaks: 'publishes a first comment',
    connector: { compose: (step) => linkedin.compose({ ...step, replyTo: null }) },
  },
]

describe('the promises catch a connector that', { concurrent: true }, () => {
  it.each(mutants)('$does', async ({ as = page, breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    const setUp = () => openHouse(as, {}, { ...linkedin, ...connector })
    await expect(keepPromise(promise, setUp)).rejects.toThrow()
  })
})
