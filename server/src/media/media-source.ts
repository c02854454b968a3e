import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { Failure, type FittedImage, type ImageFit, type MediaSource } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { fitImage } from '../lib/images/fit-image.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { MissingBytes, StorageUnavailable } from '../storage/storage.ts'

/**
 * The media of one workspace as connectors read them: the public bytes, which are the cleaned copy where there is one.
 * It throws Failure `invalid` for a medium that is not there or cannot be made to fit.
 */
export function createMediaSource(context: Context, workspaceId: string): MediaSource {
  const open = async (id: string, range: { start: number; end: number } | null) => {
    const { key } = await findReady(context, workspaceId, id)
    return context.storage.read(key, range).catch((error: unknown) => {
      if (error instanceof MissingBytes)
        throw new Failure('invalid', 'The file of a medium is missing.', { cause: error })
      if (error instanceof StorageUnavailable)
        throw new Failure('unavailable', error.message, { cause: error })
      throw error
    })
  }
  return {
    open: async (id, range) => Readable.toWeb(await open(id, range)) as ReadableStream<Uint8Array>,
    fitImage: (id, fit) =>
      limitFits(async () => {
        const { mimeType } = await findReady(context, workspaceId, id)
        return makeFit(await buffer(await open(id, null)), mimeType, fit)
      }),
    // A type that no network accepts: a stranger’s image is always encoded anew.
    fitBytes: (bytes, fit) => makeFit(Buffer.from(bytes), 'application/octet-stream', fit),
  }
}

// Fitting holds a whole image and its pixels in memory, and hundreds of posts may be due at once.
const limitFits = pLimit(4)

async function makeFit(bytes: Buffer, mimeType: string, fit: ImageFit): Promise<FittedImage> {
  return fitImage(bytes, mimeType, fit).catch((error: Error) => {
    throw new Failure('invalid', `The image cannot be made to fit: ${cleanText(error.message, 200)}`, {
      cause: error,
    })
  })
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
