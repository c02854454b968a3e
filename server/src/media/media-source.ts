import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Failure, type FittedImage, type ImageFit, type MediaSource } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { isReachableFor } from '../lib/safe-fetch/public-address.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { MissingBytes, StorageUnavailable } from '../storage/storage.ts'
import { createFetchUrl, findFetchedAt } from './fetch-urls/fetch-url.ts'
import { Refused } from './probe/probed.ts'
import { mediaBaseOf, urlOfMedia } from './public-url.ts'
import type { ImageSource } from './reader/orders.ts'
import { forgetRendition } from './renditions/rendition-rows.ts'
import { takeRendition } from './renditions/take-rendition.ts'

/**
 * The media of one workspace as connectors read them, and the renditions of them: the public bytes, which are the cleaned
 * copy where there is one.
 * It throws Failure `invalid` for a medium that is not there, cannot be made to fit, or would have to be made to fit and
 * `mayFit` is false, and `unavailable` when this server has no time for it at the moment.
 */
export function createMediaSource(
  context: Context,
  workspaceId: string,
  { mayFit = true }: { mayFit?: boolean } = {},
): MediaSource {
  const { storage } = context
  const open = async ({ key, id, isMade }: ReadyFile, range: { start: number; end: number } | null) =>
    storage.read(key, range).catch(async (error: unknown) => {
      if (!(error instanceof MissingBytes && isMade)) return explainStorage(error)
      await forgetRendition(context.db, workspaceId, id)
      throw new Failure('unavailable', 'A file that was made to fit is gone, and is made again.', {
        cause: error,
      })
    })
  return {
    open: async (id, range) => {
      const file = await findReady(context, workspaceId, id)
      return Readable.toWeb(await open(file, range)) as ReadableStream<Uint8Array>
    },
    fitImage: async (id, fit) => {
      const medium = await findReady(context, workspaceId, id)
      const { key, mimeType } = medium
      // Crier drew a rendition itself: it is upright, without notes, and what its row says.
      if (!mayFit || (medium.isMade && excessIn(medium, fit) === null))
        return { ...takeAsItIs(medium, fit), bytes: await buffer(await open(medium, null)) }
      const fitted = await storage
        .withFile(key, (path) => makeFit(context, workspaceId, { path }, mimeType, fit))
        .catch(explainStorage)
      if ('bytes' in fitted) return fitted
      return { ...fitted, bytes: await buffer(await open(medium, null)), mimeType }
    },
    rendition: (id, plan) => takeRendition(context, workspaceId, id, plan),
    publicUrl: async (id, reader) => {
      requireReachable(context.config.publicUrl, reader)
      return createFetchUrl(context, workspaceId, await findReady(context, workspaceId, id))
    },
    lastingUrl: async (id, reader) => {
      requireReachable(mediaBaseOf(context.config), reader)
      return findLastingUrl(context, workspaceId, id)
    },
    fetchedAt: (url) => findFetchedAt(context, workspaceId, url),
    fitBytes: async (bytes, fit) => {
      // A type that no network accepts: a stranger’s image is always re-encoded.
      const fitted = await makeFit(context, workspaceId, { bytes }, 'application/octet-stream', fit)
      if ('bytes' in fitted) return fitted
      throw new Error('The image of a stranger was not encoded anew.')
    },
  }
}

async function findLastingUrl({ db, config }: Context, workspaceId: string, id: string): Promise<string> {
  const row = await db.row<{ public_name: string }>(sql`
    select public_name from media where workspace_id = ${workspaceId} and id = ${id} and state = 'ready'`)
  if (!row) throw new Failure('invalid', 'A medium was deleted, or would have to be made to fit.')
  return urlOfMedia(mediaBaseOf(config), row.public_name)
}

/** @throws Failure `invalid` where no network can reach this server, so that nobody waits for one to come. */
function requireReachable(publicUrl: string, reader: string | undefined): void {
  if (isReachableFor(reader ?? null, publicUrl)) return
  const detail = 'The network fetches media from this server, by https and from the public internet.'
  throw new Failure('invalid', `${detail} PUBLIC_URL is ${publicUrl}.`)
}

function explainStorage(error: unknown): never {
  if (error instanceof MissingBytes)
    throw new Failure('invalid', 'The file of a medium is missing.', { cause: error })
  if (error instanceof StorageUnavailable) throw new Failure('unavailable', error.message, { cause: error })
  throw error
}

/** Answers the size alone where the image fits as it is. */
async function makeFit(
  { mediaReader }: Context,
  workspaceId: string,
  source: ImageSource,
  mimeType: string,
  fit: ImageFit,
): Promise<FittedImage | Pick<FittedImage, 'width' | 'height'>> {
  try {
    const fitting = await mediaReader.fit(workspaceId, source, mimeType, fit)
    switch (fitting.kind) {
      case 'fitted':
        return fitting.image
      case 'fits':
        return { width: fitting.width, height: fitting.height }
      case 'unfit':
        throw cannotFit(fitting.why)
    }
  } catch (error) {
    if (error instanceof Refused) throw cannotFit(error.message)
    // The queue is full, or the server stops: another try may succeed.
    if (error instanceof Problem) throw new Failure('unavailable', error.message, { cause: error })
    throw error
  }
}

function cannotFit(why: string): Failure {
  return new Failure('invalid', `The image cannot be made to fit: ${cleanText(why, 200)}`)
}

/** The type and size of an image that is sent with its bytes unchanged. One that lies on its side stays so. */
function takeAsItIs(file: ReadyFile, fit: ImageFit): Pick<FittedImage, 'mimeType' | 'width' | 'height'> {
  const { mimeType, width, height } = file
  const excess = excessIn(file, fit)
  if (excess === null) return { mimeType, width, height }
  throw new Failure(
    'invalid',
    `An image would have to be fitted, and processing_enabled is false: ${excess}. Upload one that fits, or allow processing.`,
  )
}

/** The limit that an image breaks, in words; null where it fits. */
function excessIn(
  { mimeType, bytes, width, height }: ReadyFile,
  { maxBytes, maxSide, types }: ImageFit,
): string | null {
  const side = Math.max(width, height)
  if (!types.includes(mimeType)) return `the network takes ${types.join(', ')}, and it is ${mimeType}`
  if (bytes > maxBytes) return `the network takes ${maxBytes} bytes, and it has ${bytes}`
  if (side > maxSide) return `the network takes ${maxSide} pixels on the longer side, and it has ${side}`
  return null
}

/** A medium by its public bytes, or a rendition. */
interface ReadyFile {
  readonly id: string
  readonly isMade: boolean
  readonly key: string
  readonly mimeType: string
  readonly bytes: number
  /** Pixels; 0 for documents. */
  readonly width: number
  readonly height: number
}

async function findReady(context: Context, workspaceId: string, id: string): Promise<ReadyFile> {
  const row = await context.db.row<{
    key: string
    mime_type: string
    served_bytes: number
    width: number | null
    height: number | null
    is_made: boolean
  }>(sql`
    select coalesce(cleaned_key, storage_key) as key, mime_type, served_bytes, width, height, false as is_made
    from media where workspace_id = ${workspaceId} and id = ${id} and state = 'ready'
    union all
    select storage_key, mime_type, bytes, width, height, true
    from media_renditions where workspace_id = ${workspaceId} and id = ${id} and state = 'ready'`)
  if (!row) throw new Failure('invalid', 'A medium was deleted.')
  return {
    id,
    isMade: row.is_made,
    key: row.key,
    mimeType: row.mime_type,
    bytes: row.served_bytes,
    width: row.width ?? 0,
    height: row.height ?? 0,
  }
}
