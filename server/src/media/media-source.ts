import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { Failure, type FittedImage, type ImageFit, type MediaSource } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { fitImage, measureImage } from '../lib/images/fit-image.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { MissingBytes } from '../storage/storage.ts'

/**
 * The media of one workspace as connectors read them: the public bytes, which are the cleaned copy where there is one.
 * It throws Failure `invalid` for a medium that is not there, cannot be made to fit, or would have to be made to fit and
 * `mayFit` is false.
 */
export function createMediaSource(
  context: Context,
  workspaceId: string,
  { mayFit = true }: { mayFit?: boolean } = {},
): MediaSource {
  const open = async (id: string, range: { start: number; end: number } | null) => {
    const { key } = await findReady(context, workspaceId, id)
    return context.storage.read(key, range).catch((error: unknown) => {
      throw error instanceof MissingBytes
        ? new Failure('invalid', 'The file of a medium is missing.', { cause: error })
        : error
    })
  }
  return {
    open: async (id, range) => Readable.toWeb(await open(id, range)) as ReadableStream<Uint8Array>,
    fitImage: (id, fit) =>
      limitFits(async () => {
        const { mimeType } = await findReady(context, workspaceId, id)
        const bytes = await buffer(await open(id, null))
        return mayFit ? makeFit(bytes, mimeType, fit) : takeAsItIs(bytes, mimeType, fit)
      }),
    // A type that no network accepts: a stranger’s image is always encoded anew.
    fitBytes: (bytes, fit) => makeFit(Buffer.from(bytes), 'application/octet-stream', fit),
  }
}

// Fitting holds a whole image and its pixels in memory, and hundreds of posts may be due at once.
const limitFits = pLimit(4)

async function makeFit(bytes: Buffer, mimeType: string, fit: ImageFit): Promise<FittedImage> {
  return fitImage(bytes, mimeType, fit).catch(refuseUnfit)
}

function refuseUnfit(error: Error): never {
  throw new Failure('invalid', `The image cannot be made to fit: ${cleanText(error.message, 200)}`, {
    cause: error,
  })
}

/** The image with its bytes unchanged. An image that lies on its side stays so. */
async function takeAsItIs(bytes: Buffer, mimeType: string, fit: ImageFit): Promise<FittedImage> {
  const { width, height } = await measureImage(bytes).catch(refuseUnfit)
  const excess = excessOf({ bytes: bytes.length, side: Math.max(width, height), mimeType }, fit)
  if (excess === null) return { bytes, mimeType, width, height }
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

async function findReady(
  context: Context,
  workspaceId: string,
  id: string,
): Promise<{ key: string; mimeType: string }> {
  const row = await context.db.row<{ key: string; mime_type: string }>(sql`
    select coalesce(cleaned_key, storage_key) as key, mime_type from media
    where workspace_id = ${workspaceId} and id = ${id} and state = 'ready'`)
  if (!row) throw new Failure('invalid', 'A medium was deleted.')
  return { key: row.key, mimeType: row.mime_type }
}
