import type { DraftMedia, Io } from '../../connector.ts'
import type { ApiFile } from '../json-api.ts'

/** An upload in parts, as the artefacts of a connector keep it between calls of `prepare`. */
export interface KeptChunks {
  readonly uploadId: string
  /** The bytes whose arrival the network confirmed. */
  readonly sentBytes: number
}

/** The three calls of a network that takes large files in parts. @throws Failure */
export interface ChunkedUpload {
  readonly chunkBytes: number
  /** Begins an upload, and answers its id. */
  start(): Promise<string>
  /** How many bytes the network has, from the first on without a gap; null when it no longer knows the upload. */
  received(kept: KeptChunks): Promise<number | null>
  append(uploadId: string, chunk: Chunk): Promise<void>
  /** Ends an upload of which everything has arrived, and answers the network's name for the medium. */
  finish(uploadId: string): Promise<string>
}

export interface Chunk extends ApiFile {
  /** Its number, from 0. */
  readonly index: number
  /** In bytes of the whole file, end exclusive. */
  readonly start: number
  readonly end: number
}

export type ChunkProgress =
  | { readonly outcome: 'more'; readonly kept: KeptChunks | null }
  | { readonly outcome: 'done'; readonly remoteId: string }

/**
 * Goes one step further with an upload, so that each step is stored before the next. Two interleavings end alike. A part
 * arrives, its answer is lost, and the step is repeated: `received` says that the network has it, and the next part is
 * sent. The upload expires between two steps: it begins again with the first part.
 */
export async function sendNextChunk(
  { id, bytes, mimeType }: Pick<DraftMedia, 'id' | 'bytes' | 'mimeType'>,
  kept: KeptChunks | null,
  network: ChunkedUpload,
  io: Io,
): Promise<ChunkProgress> {
  if (!kept) return { outcome: 'more', kept: { uploadId: await network.start(), sentBytes: 0 } }
  const { uploadId } = kept
  const start = await network.received(kept)
  if (start === null) return { outcome: 'more', kept: null }
  if (start >= bytes) return { outcome: 'done', remoteId: await network.finish(uploadId) }
  const end = Math.min(bytes, start + network.chunkBytes)
  const stream = await io.media.open(id, { start, end })
  const index = Math.floor(start / network.chunkBytes)
  await network.append(uploadId, { bytes: stream, size: end - start, mimeType, index, start, end })
  return { outcome: 'more', kept: { uploadId, sentBytes: end } }
}
