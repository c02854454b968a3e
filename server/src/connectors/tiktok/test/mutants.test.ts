// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure, type Io } from '../../connector.ts'
import { tiktok } from '../connector.ts'
import { openHouse, openVideoHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  /** Words of the reason, where another reason would prove nothing. */
  readonly says?: string
  readonly connector: Partial<Connector>
}

const failing: Connector['commit'] = (step, io) =>
  tiktok.commit(step, io).catch((error: Error) => {
    throw new Failure('invalid', 'It failed.', { cause: error })
  })

/** Takes everything that is not found for proof that it is nowhere. */
const startingOver: Connector['settle'] = async (step, io) => {
  const settled = await tiktok.settle(step, io)
  return settled.outcome === 'published' ? settled : { outcome: 'absent' }
}

// A fake that is kinder than TikTok lets these through.
const ofVideos: readonly Mutant[] = [
  {
    does: 'begins a new upload after a lost answer',
    breaks: 'makes one post, or asks',
    connector: { settle: async () => ({ outcome: 'absent' }) },
  },
  {
    does: 'begins a new upload while the last chunk is still worked on',
    breaks: 'makes one post although',
    connector: { settle: startingOver },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: { commit: failing },
  },
  {
    does: 'sends the last chunk again when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => tiktok.commit(step, io).catch(() => tiktok.commit(step, io)) },
  },
  {
    does: 'sends the last chunk while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await tiktok.prepare(step, io)
        if (prepared.outcome === 'ready') await sendEverything(step.draft.media[0]?.id ?? '', io)
        return prepared
      },
    },
  },
  {
    does: 'writes the address of the upload into its artefacts',
    breaks: 'publishes a text',
    says: 'stands in what is stored',
    connector: {
      prepare: async (step, io) => {
        const prepared = await tiktok.prepare(step, io)
        return { ...prepared, artefacts: { ...prepared.artefacts, ...prepared.secrets } }
      },
    },
  },
  {
    does: 'reads the id of a post as a number',
    breaks: 'publishes a text',
    connector: {
      settle: async (step, io) => {
        const settled = await tiktok.settle(step, io)
        if (settled.outcome !== 'published') return settled
        return { ...settled, remoteId: String(Number(settled.remoteId)) }
      },
    },
  },
  {
    does: 'counts bytes instead of UTF-16 units',
    breaks: 'publishes a text at the limit',
    connector: {
      check: (draft, account) => {
        const checked = tiktok.check(draft, account)
        return { ...checked, length: { ...checked.length, count: draft.text.length + 1 } }
      },
    },
  },
]

const ofPhotos: readonly Mutant[] = [
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: { commit: failing },
  },
  {
    does: 'takes what it cannot see for proof that nothing is public',
    breaks: 'makes one post, or asks',
    says: 'cannot prove that nothing is public',
    connector: { settle: startingOver },
  },
  {
    does: 'sends photos again that it cannot see',
    breaks: 'makes one post, or asks',
    says: 'may not be repeated',
    connector: {
      settle: async (step, io) => {
        const settled = await tiktok.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
      },
    },
  },
  {
    does: 'gives TikTok the address of an earlier attempt',
    breaks: 'gives the network addresses',
    says: 'addresses that the second attempt asked for',
    connector: { prepare: reusingAddresses() },
  },
  {
    does: 'mixes up the order of photos',
    breaks: 'shows every number',
    connector: {
      compose: (step) => {
        const { photos } = step.artefacts
        const turned = Array.isArray(photos) ? photos.toReversed() : []
        return tiktok.compose({ ...step, artefacts: { ...step.artefacts, photos: turned } })
      },
    },
  },
]

/** Asks for the addresses of a post once, whatever the post, and gives them to TikTok in every later attempt too. */
function reusingAddresses(): Connector['prepare'] {
  const kept = new Map<string, string>()
  return (step, io) => {
    const publicUrl: Io['media']['publicUrl'] = async (id) => {
      const address = kept.get(id) ?? (await io.media.publicUrl(id))
      kept.set(id, address)
      return address
    }
    return tiktok.prepare(step, { ...io, media: { ...io.media, publicUrl } })
  }
}

/** Makes the video public too early. */
async function sendEverything(mediaId: string, io: Io): Promise<void> {
  const [address] = Object.values(await io.secrets())
  const bytes = 300_000
  const body = await io.media.open(mediaId, null)
  const headers = {
    'content-type': 'video/mp4',
    'content-length': String(bytes),
    'content-range': `bytes 0-${bytes - 1}/${bytes}`,
  }
  await io.fetch({ method: 'PUT', url: String(address), headers, body })
}

describe.each([
  ['videos', ofVideos, openVideoHouse],
  ['photos', ofPhotos, openHouse],
] as const)('with %s, the promises catch a connector that', (_kind, mutants, open) => {
  it.concurrent.each(mutants)('$does', async ({ breaks, says = '', connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await expect(keepPromise(promise, () => open({ ...tiktok, ...connector }))).rejects.toThrow(says)
  })
})
