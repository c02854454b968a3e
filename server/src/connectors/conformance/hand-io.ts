import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { JsonObject } from '../../lib/json/json.ts'
import { type Outbound, OutboundError } from '../../lib/safe-fetch/outbound.ts'
import {
  type CommitRequest,
  Failure,
  type FittedImage,
  type ImageFit,
  type Io,
  type MediaSource,
} from '../connector.ts'
import { sendCommit } from '../send-commit.ts'
import { drawRendition } from './draw-rendition.ts'
import { createInstallation } from './installation.ts'
import { createMediaHost, type MediaHost } from './media-host.ts'

/** The bytes of the media of a draft, by their ids. */
export type MediaBytes = ReadonlyMap<string, Uint8Array>

/** Makes the Io of one step; `commit` is what `sendOnce` sends, null before it was composed. */
export type IoFactory = (needs: {
  commit: CommitRequest | null
  media: MediaBytes
  secrets?: JsonObject
}) => Io

/** An Io over real HTTP, for connectors that are driven by hand. Each call may take `timeoutMs`; `host` has the media of networks that fetch them. */
export function handIo(
  outbound: Outbound,
  credentials: JsonObject,
  timeoutMs = 5_000,
  host: MediaHost = createMediaHost(),
): IoFactory {
  const limits = { timeoutMs, maxBytes: 1_000_000 }
  const installation = createInstallation()
  const renditions = new Map<string, Uint8Array>()
  return ({ commit, media, secrets = {} }) => {
    const { signal } = new AbortController()
    const world = { credentials, media: mediaSource(media, renditions, host), secrets: async () => secrets }
    return {
      ...installation,
      signal,
      now: () => new Date(),
      ...world,
      fetch: (request, within) =>
        outbound
          .fetch(request, { ...limits, ...within, signal })
          .catch(translateError('unavailable', 'unavailable')),
      sendOnce: (access) => {
        if (!commit) throw new Error('There is no commit to send in this step.')
        const beforeWrite = () => undefined
        return sendCommit(commit, world, access, (request) =>
          outbound.sendOnce(request, { ...limits, signal, beforeWrite }),
        ).catch(translateError('not_sent', 'unknown_outcome'))
      },
    }
  }
}

function translateError(unsent: 'not_sent' | 'unavailable', unanswered: 'unknown_outcome' | 'unavailable') {
  return (error: unknown): never => {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure(error.kind === 'no_answer' ? unanswered : unsent, error.message, { cause: error })
  }
}

function bytesOf(media: MediaBytes, id: string): Uint8Array {
  const bytes = media.get(id)
  if (!bytes) throw new Error(`There is no medium ${id}.`)
  return bytes
}

/** The media of a draft, and the renditions that were made of them in any step. */
function mediaSource(uploads: MediaBytes, renditions: Map<string, Uint8Array>, host: MediaHost): MediaSource {
  const find = (id: string) => renditions.get(id) ?? bytesOf(uploads, id)
  const typeOf = async (bytes: Uint8Array) =>
    (await fileTypeFromBuffer(bytes))?.mime ?? 'application/octet-stream'
  return {
    open: async (id, range) => {
      const bytes = find(id)
      return new Blob([new Uint8Array(range ? bytes.subarray(range.start, range.end) : bytes)]).stream()
    },
    fitImage: (id, fit) => fitImage(find(id), fit),
    rendition: async (id, plan) => {
      const name = createHash('sha256').update(id).update(JSON.stringify(plan)).digest('hex').slice(0, 32)
      const { bytes, medium } = await drawRendition(find(id), plan)
      renditions.set(name, bytes)
      return { state: 'ready', medium: { ...medium, id: name } }
    },
    publicUrl: async (id) => {
      const bytes = find(id)
      return host.publish(bytes, await typeOf(bytes))
    },
    lastingUrl: async (id) => {
      const bytes = bytesOf(uploads, id)
      return host.publish(bytes, await typeOf(bytes))
    },
    fetchedAt: async (url) => host.fetchedAt(url),
    fitBytes: (bytes, fit) =>
      fitImage(bytes, fit).catch((error: Error) => {
        throw new Failure('invalid', error.message, { cause: error })
      }),
  }
}

async function fitImage(bytes: Uint8Array, fit: ImageFit): Promise<FittedImage> {
  const format = fit.types.includes('image/jpeg') ? 'jpeg' : fit.types.includes('image/png') ? 'png' : 'webp'
  for (let side = fit.maxSide; side >= 64; side = Math.floor(side * 0.7)) {
    const image = sharp(bytes)
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await image.toFormat(format).toBuffer({ resolveWithObject: true })
    if (data.length > fit.maxBytes) continue
    return { bytes: data, mimeType: `image/${format}`, width: info.width, height: info.height }
  }
  throw new Error('This picture cannot be made to fit.')
}
