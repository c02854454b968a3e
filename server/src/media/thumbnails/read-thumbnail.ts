import { buffer } from 'node:stream/consumers'
import type { Context } from '../../context.ts'
import { singleFlight } from '../../lib/concurrency/single-flight.ts'
import { MissingBytes, StorageFull } from '../../storage/storage.ts'
import type { MediaRow } from '../media.ts'
import { Refused } from '../probe/probed.ts'
import { thumbnailKeyOf } from '../stored-files.ts'
import { withPictureOf } from './picture-of.ts'

/** A square of 160 points on a dense screen shows all of it, also of a picture that is half as high as it is wide. */
const limits = { maxSide: 512, maxBytes: 64 * 1024 }

/** A ready medium, with the key of its public bytes. */
export interface Drawable
  extends Pick<MediaRow, 'workspace_id' | 'kind' | 'mime_type' | 'name' | 'duration_ms'> {
  readonly key: string
  readonly storage_key: string
}

const drawOnce = singleFlight<Buffer>(1)

/**
 * The thumbnail of a medium as WebP: drawn when it is first asked for, and kept beside the file. Null where none can be
 * drawn.
 * @throws Problem 404 where a program is missing; 503 when the processes that draw have no time; StorageUnavailable
 */
export async function readThumbnail(context: Context, medium: Drawable): Promise<Buffer | null> {
  const key = thumbnailKeyOf(medium.storage_key)
  const bytes =
    (await readKept(context, key)) ??
    (await drawOnce(key, async () => (await readKept(context, key)) ?? makeThumbnail(context, medium, key)))
  return bytes.length === 0 ? null : bytes
}

async function readKept({ storage }: Context, key: string): Promise<Buffer | null> {
  try {
    return await buffer(await storage.read(key, null))
  } catch (error) {
    if (error instanceof MissingBytes) return null
    throw error
  }
}

/** An empty file is kept for a picture that cannot be drawn, so that a hostile one takes its time once. */
async function makeThumbnail(context: Context, medium: Drawable, key: string): Promise<Buffer> {
  const drawn = await withPictureOf(context, medium, (path) => draw(context, medium, path))
  const bytes = drawn ?? Buffer.alloc(0)
  // Deleting a medium deletes this key too, now and once more an hour later: a thumbnail that was being drawn goes with it.
  await keep(context, medium.workspace_id, key, bytes)
  return bytes
}

async function draw(
  { mediaReader }: Context,
  { workspace_id }: Drawable,
  path: string,
): Promise<Buffer | null> {
  try {
    return Buffer.from(await mediaReader.draw(workspace_id, { path }, limits))
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** A full disk keeps nobody from seeing a thumbnail: it is drawn again next time. */
async function keep({ storage }: Context, owner: string, key: string, bytes: Buffer): Promise<void> {
  try {
    const staged = await storage.stage(oneChunk(bytes), { bytes: bytes.length, owner })
    await staged.keep(key).finally(() => staged.discard())
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
  }
}

// A copy, because a chunk may be empty after it was staged, and this one is still to be shown.
async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield Buffer.from(bytes)
}
