// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { createMediaHost } from '../../conformance/media-host.ts'
import { type Connector, Failure, type Io } from '../../connector.ts'
import { threads } from '../connector.ts'
import { openHouse } from './world.ts'

/** A world in which the connector gives the network other addresses than those it was given. */
function withAddresses(io: Io, publicUrl: Io['media']['publicUrl']): Io {
  return { ...io, media: { ...io.media, publicUrl } }
}

/** Asks for an address once, and gives it to the network in every later attempt too. */
function reusingAddresses(): Connector['prepare'] {
  const kept = new Map<string, string>()
  return (step, io) =>
    threads.prepare(
      step,
      withAddresses(io, async (id) => {
        const address = kept.get(id) ?? (await io.media.publicUrl(id))
        kept.set(id, address)
        return address
      }),
    )
}

/** Goes on as if what it did were stored, which only this process knows. */
function countingOnItsMemory(): Connector['prepare'] {
  const done = new Set<string>()
  return async (step, io) => {
    const known = `${step.key} ${JSON.stringify(step.artefacts)}`
    if (done.has(known)) return { outcome: 'ready', artefacts: step.artefacts }
    done.add(known)
    return threads.prepare(step, io)
  }
}

/** Asks for an address, and gives the network another one, where the same bytes are. */
function namingAnotherHost(): Connector['prepare'] {
  const elsewhere = createMediaHost()
  return (step, io) =>
    threads.prepare(
      step,
      withAddresses(io, async (id) => {
        await io.media.publicUrl(id)
        const bytes = await new Response(await io.media.open(id, null)).bytes()
        return elsewhere.publish(bytes, step.draft.media[0]?.mimeType ?? '')
      }),
    )
}

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  /** Words of the reason, where another reason would prove nothing. */
  readonly says?: string
  readonly connector: Partial<Connector>
}

// A fake that is kinder than its network lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        threads.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'takes what it cannot see for proof that nothing is public',
    breaks: 'makes one post although its server',
    connector: {
      settle: async (step, io) => {
        const settled = await threads.settle(step, io)
        return settled.outcome === 'repeat' ? { outcome: 'absent' } : settled
      },
    },
  },
  {
    does: 'takes any post with the same words for its own',
    breaks: 'does not take the same words',
    connector: {
      settle: async (step, io) => {
        if (step.ref !== null) return threads.settle(step, io)
        const answer = await io.fetch({
          method: 'GET',
          url: 'https://graph.threads.net/v1.0/me/threads?fields=id,text&limit=50',
          headers: { authorization: `Bearer ${io.credentials.access_token}` },
          body: null,
        })
        const { data } = Object(answer.json)
        const same = data.find((post: { text: string }) => post.text === step.draft.text)
        return { outcome: 'published', remoteId: same.id, url: 'https://www.threads.com/', reference: null }
      },
    },
  },
  {
    does: 'does not wait for its container',
    breaks: 'waits for media',
    connector: {
      prepare: async (step, io) => ({ ...(await threads.prepare(step, io)), outcome: 'ready' }),
    },
  },
  {
    does: 'counts on a memory that dies with its process',
    breaks: 'makes one post, whole',
    connector: { prepare: countingOnItsMemory() },
  },
  {
    does: 'forgets whom a post answers',
    breaks: 'chains a thread',
    connector: { prepare: (step, io) => threads.prepare({ ...step, replyTo: null }, io) },
  },
  {
    does: 'gives the network the address of an earlier attempt',
    breaks: 'gives the network addresses',
    says: 'addresses that the second attempt asked for',
    connector: { prepare: reusingAddresses() },
  },
  {
    does: 'gives the network an address that is not ours',
    breaks: 'gives the network addresses',
    says: 'when the network fetched a medium',
    connector: { prepare: namingAnotherHost() },
  },
]

describe('the promises catch a connector that', { concurrent: true }, () => {
  it.each(mutants)('$does', async ({ breaks, says = '', connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => openHouse({ ...threads, ...connector }))).rejects.toThrow(says)
  })
})
