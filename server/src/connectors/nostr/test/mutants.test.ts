// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure, type Step } from '../../connector.ts'
import { nostr } from '../connector.ts'
import { signEvent, type Unsigned } from '../event.ts'
import { readKey } from '../settings.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
}

/** Signs another event than the right one. */
const signing =
  (change: (event: Unsigned, step: Step) => Partial<Unsigned>): Connector['prepare'] =>
  async (step, io) => {
    const prepared = await nostr.prepare(step, io)
    const event = prepared.artefacts.event as (JsonObject & { tags: string[][]; content: string }) | null
    if (!event) return prepared
    const right = { created_at: Number(event.created_at), kind: 1, tags: event.tags, content: event.content }
    const { created_at, ...signed } = signEvent({ ...right, ...change(right, step) }, readKey(io.credentials))
    return {
      ...prepared,
      artefacts: { ...prepared.artefacts, event: { ...signed, tags: [...signed.tags], created_at } },
    }
  }

const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        nostr.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'starts over, with another event, because it can find nothing',
    breaks: 'makes one post although',
    connector: {
      settle: async () => ({ outcome: 'absent' }),
      prepare: signing(() => ({ created_at: Math.floor(Math.random() * 1_000_000_000) })),
    },
  },
  {
    does: 'makes the same event of the same words',
    breaks: 'posts the same words twice',
    connector: {
      prepare: signing(({ tags }) => ({ created_at: 1, tags: tags.filter(([name]) => name !== 'crier') })),
    },
  },
  {
    does: 'leaves signs of the text out',
    breaks: 'publishes letters of every script',
    connector: { prepare: signing(({ content }) => ({ content: content.replaceAll('&', '') })) },
  },
  {
    does: 'changes the event after it was signed',
    breaks: 'publishes a text',
    connector: {
      compose: (step) => {
        const commit = nostr.compose(step)
        return { ...commit, body: String(commit.body).replace('"content":"', '"content":" ') }
      },
    },
  },
  {
    does: 'forgets the post that a part of a thread answers',
    breaks: 'chains a thread',
    connector: { prepare: (step, io) => nostr.prepare({ ...step, replyTo: null }, io) },
  },
  {
    does: 'answers the first post with every part of a thread',
    breaks: 'chains a thread',
    connector: {
      prepare: (step, io) =>
        nostr.prepare(
          step.replyTo ? { ...step, replyTo: { ...step.replyTo, parent: step.replyTo.root } } : step,
          io,
        ),
    },
  },
  {
    does: 'describes no picture',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: signing(({ tags }) => ({
        tags: tags.map((tag) => tag.filter((part) => !part.startsWith('alt '))),
      })),
    },
  },
  {
    does: 'writes the key into its commit',
    breaks: 'publishes a text',
    connector: {
      prepare: async (step, io) => {
        const prepared = await nostr.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, key: readKey(io.credentials) } }
      },
      compose: (step) => ({ ...nostr.compose(step), headers: { 'x-key': String(step.artefacts.key) } }),
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'says unauthorized when it may no longer delete',
    connector: {
      powers: nostr.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
]

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse(1, { ...nostr, ...connector }))).rejects.toThrow()
  })
})
