import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Failure, type FittedImage, type ImageFit, type MediaSource } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { MissingBytes, StorageUnavailable } from '../storage/storage.ts'
import { Refused } from './probed.ts'
import type { ImageSource } from './reader/orders.ts'

/**
 * The media of one workspace as connectors read them: the public bytes, which are the cleaned copy where there is one.
 * It throws Failure `invalid` for a medium that is not there, cannot be made to fit, or would have to be made to fit and
 * `mayFit` is false, and `unavailable` when this server has no time for it at the moment.
 */
export function createMediaSource(
  context: Context,
  workspaceId: string,
  { mayFit = true }: { mayFit?: boolean } = {},
): MediaSource {
  const { storage } = context
  const open = async (key: string, range: { start: number; end: number } | null) =>
    storage.read(key, range).catch(explainStorage)
  return {
    open: async (id, range) => {
      const { key } = await findReady(context, workspaceId, id)
      return Readable.toWeb(await open(key, range)) as ReadableStream<Uint8Array>
    },
    fitImage: async (id, fit) => {
      const medium = await findReady(context, workspaceId, id)
      const { key, mimeType } = medium
      if (!mayFit) return { ...takeAsItIs(medium, fit), bytes: await buffer(await open(key, null)) }
      const fitted = await storage
        .withFile(key, (path) => makeFit(context, workspaceId, { path }, mimeType, fit))
        .catch(explainStorage)
      if ('bytes' in fitted) return fitted
      return { ...fitted, bytes: await buffer(await open(key, null)), mimeType }
    },
    rendition: async () => cannotYet('A medium'),
    publicUrl: async () => cannotYet('The address of a medium'),
    fetchedAt: async () => null,
    fitBytes: async (bytes, fit) => {
      // A type that no network accepts: a stranger’s image is always encoded anew.
      const fitted = await makeFit(context, workspaceId, { bytes }, 'application/octet-stream', fit)
      if ('bytes' in fitted) return fitted
      throw new Error('The image of a stranger was not encoded anew.')
    },
  }
}

function cannotYet(what: string): never {
  throw new Failure('invalid', `${what} cannot be made for a network by this version of Crier.`)
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
function takeAsItIs(
  { mimeType, bytes, width, height }: ReadyMedium,
  fit: ImageFit,
): Pick<FittedImage, 'mimeType' | 'width' | 'height'> {
  const excess = excessOf({ bytes, side: Math.max(width, height), mimeType }, fit)
  if (excess === null) return { mimeType, width, height }
  throw new Failure(
    'invalid',
    `An image would have to be fitted, and processing_enabled is false: ${excess}. Upload one that fits, or allow processing.`,
  )
}

function excessOf(
  image: { bytes: number; side: number; mimeType: string },
  { maxBytes, maxSide, types }: ImageFit,
): string | null {
  if (!types.includes(image.mimeType))
    return `the network takes ${types.join(', ')}, and it is ${image.mimeType}`
  if (image.bytes > maxBytes) return `the network takes ${maxBytes} bytes, and it has ${image.bytes}`
  if (image.side > maxSide)
    return `the network takes ${maxSide} pixels on the longer side, and it has ${image.side}`
  return null
}

/** A medium by the public bytes. */
interface ReadyMedium {
  readonly key: string
  readonly mimeType: string
  readonly bytes: number
  /** Pixels; 0 for documents. */
  readonly width: number
  readonly height: number
}

async function findReady(context: Context, workspaceId: string, id: string): Promise<ReadyMedium> {
  const row = await context.db.row<{
    key: string
    mime_type: string
    served_bytes: number
    width: number | null
    height: number | null
  }>(sql`
    select coalesce(cleaned_key, storage_key) as key, mime_type, served_bytes, width, height from media
    where workspace_id = ${workspaceId} and id = ${id} and state = 'ready'`)
  if (!row) throw new Failure('invalid', 'A medium was deleted.')
  return {
    key: row.key,
    mimeType: row.mime_type,
    bytes: row.served_bytes,
    width: row.width ?? 0,
    height: row.height ?? 0,
  }
}
