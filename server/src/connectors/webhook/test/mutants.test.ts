// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type CommitRequest, type Connector, Failure } from '../../connector.ts'
import { webhook } from '../connector.ts'
import { address } from './fake.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
  /** Whether its receiver knows repeats; one that knows none unless said. */
  readonly knowsRepeats?: boolean
}

const composing =
  (change: (commit: CommitRequest, key: string) => CommitRequest): Connector['compose'] =>
  (step) =>
    change(webhook.compose(step), step.key)

// A receiver that is kinder than its README asks lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        webhook.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => webhook.commit(step, io).catch(() => webhook.commit(step, io)) },
  },
  {
    does: 'sends again to a receiver that knows no repeats',
    breaks: 'makes one post although',
    connector: {
      networkClass: () => ({ class: 'expiring_key', heldForMs: 3_600_000 }),
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'starts over because it can find nothing',
    breaks: 'makes one post although',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'asks nobody and repeats nothing',
    breaks: 'makes one post, or asks',
    knowsRepeats: true,
    connector: { settle: async () => ({ outcome: 'not_found' }) },
  },
  {
    does: 'gives each sending an id of its own',
    breaks: 'publishes a text',
    connector: { compose: composing(withId(() => String(Math.random()))) },
  },
  {
    does: 'gives all posts one id',
    breaks: 'posts the same words twice',
    knowsRepeats: true,
    connector: { compose: composing(withId(() => 'one')), commit: commitAs('one') },
  },
  {
    does: 'signs a message other than the one it sends',
    breaks: 'publishes a text',
    connector: {
      commit: (step, io) => webhook.commit({ ...step, commit: { ...step.commit, body: '{}' } }, io),
    },
  },
  {
    does: 'writes the address of the receiver into its commit',
    breaks: 'publishes a text',
    connector: { compose: composing(({ secretUrl: _, ...commit }) => ({ ...commit, url: address })) },
  },
  {
    does: 'shows the secret in a failure',
    breaks: 'says unauthorized when its access',
    connector: {
      commit: (step, io) =>
        webhook.commit(step, io).catch((error: Failure) => {
          throw new Failure(error.kind, `It does not know ${String(io.credentials.secret)}.`)
        }),
    },
  },
  {
    does: 'sends the message before it is time to',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await webhook.prepare(step, io)
        const ready = { ...step, artefacts: prepared.artefacts }
        const sent = {
          ...ready,
          commit: webhook.compose(ready),
          firstSentAt: io.now(),
          sends: 1,
          ref: null,
          looks: 0,
        }
        const post = (access: object) =>
          io.fetch({
            ...sent.commit,
            body: String(sent.commit.body),
            url: address,
            headers: { ...sent.commit.headers, ...access },
          })
        // The first is refused as too early, and the second is made.
        for (const _ of [1, 2]) await webhook.commit(sent, { ...io, sendOnce: post }).catch(() => null)
        return prepared
      },
    },
  },
  {
    does: 'shows pictures the other way round',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: async (step, io) => {
        const prepared = await webhook.prepare(step, io)
        const { files, urls } = prepared.artefacts
        if (prepared.outcome !== 'ready' || !Array.isArray(files) || !Array.isArray(urls)) return prepared
        const turned = { files: files.toReversed(), urls: urls.toReversed() }
        return { ...prepared, artefacts: { ...prepared.artefacts, ...turned } }
      },
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'says unauthorized when it may no longer delete',
    connector: {
      powers: webhook.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
]

function withId(id: () => string) {
  return (commit: CommitRequest, key: string): CommitRequest => {
    const made = id()
    const body = String(commit.body).replace(`"id":"${key}"`, `"id":"${made}"`)
    return { ...commit, headers: { ...commit.headers, 'webhook-id': made }, body }
  }
}

function commitAs(key: string): Connector['commit'] {
  return (step, io) => webhook.commit({ ...step, key }, io)
}

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector, knowsRepeats = false }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    const setUp = () => openHouse({ ...webhook, ...connector }, knowsRepeats)
    await expect(keepPromise(promise, setUp)).rejects.toThrow()
  })
})
