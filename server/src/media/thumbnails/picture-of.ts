import type { FitPlan, MediaKind } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { createFairQueue, QueueFull } from '../../lib/child-pool/fair-queue.ts'
import { Problem } from '../../lib/problem.ts'
import type { Converted, Source } from '../convert/conversion.ts'
import { ConverterBusy, Unconvertible } from '../convert/conversion-errors.ts'
import { noFile } from '../public-answer.ts'

/** A medium, as far as it matters for its picture. */
export interface Pictured {
  readonly kind: MediaKind | null
  readonly mime_type: string
}

/** A ready medium of which a picture is to be drawn. */
export interface Filed extends Pictured {
  readonly workspace_id: string
  readonly name: string
  readonly duration_ms: number | null
  /** Where its public bytes lie. */
  readonly key: string
}

/**
 * Whether there is a picture from which the thumbnail of a medium can be drawn. A program of the machine takes it of videos and
 * HEIC, and may be missing.
 */
export function hasPicture({ kind }: Pictured): boolean {
  return kind === 'image' || kind === 'gif' || kind === 'video'
}

/**
 * Lets `work` read the picture of a medium as a file of this machine: the file itself for an image, a poster frame for a video.
 * Null where none can be had from this file.
 * @throws Problem 404 where a program is missing, which may be installed later; 503 `media_busy`
 * @throws MissingBytes, StorageUnavailable
 */
export async function withPictureOf<Result>(
  context: Pick<Context, 'storage' | 'converter'>,
  medium: Filed,
  work: (path: string) => Promise<Result>,
): Promise<Result | null> {
  if (!hasPicture(medium)) return null
  const convert = await converterFor(context, medium)
  return context.storage.withFile(medium.key, async (path) => {
    if (convert === null) return work(path)
    const { name, mime_type: mimeType, workspace_id: workspaceId } = medium
    const converted = await inTurn(workspaceId, () => convert({ path, mimeType, name }))
    if (converted === null) return null
    try {
      return await work(converted.path)
    } finally {
      await converted.discard()
    }
  })
}

type Convert = (source: Source) => Promise<Converted>

/** Null for a file that is a picture itself. @throws Problem 404 */
async function converterFor(
  { converter }: Pick<Context, 'converter'>,
  { kind, mime_type, workspace_id: workspaceId, duration_ms: durationMs }: Filed,
): Promise<Convert | null> {
  const isHeic = mime_type === 'image/heic'
  if (kind !== 'video' && !isHeic) return null
  const { video, heic } = await converter.can()
  if (!(isHeic ? heic : video).isThere) throw noFile()
  const options = { signal: AbortSignal.timeout(longestMs), onProgress: () => undefined }
  if (isHeic) return (source) => converter.decodeHeic(workspaceId, source, options)
  return (source) => converter.convert(workspaceId, source, posterOf(durationMs ?? 0), options)
}

/** A reader of a page does not wait longer. */
const longestMs = 60_000
/** The first pictures of many films are black. */
const latestPosterMs = 3_000
const nothing = { crop: null, size: null, pad: null, maxBytes: null, video: null, remux: false }

function posterOf(durationMs: number): FitPlan {
  return {
    ...nothing,
    mimeType: 'image/jpeg',
    frameAtMs: Math.min(latestPosterMs, Math.floor(durationMs / 3)),
  }
}

/** One conversion at a time, so that a page of the library leaves places to what is published. */
const queue = createFairQueue({
  atOnce: 1,
  atOncePerKey: 1,
  waiting: 1_000,
  waitingPerKey: 300,
  waitMs: longestMs,
})

/** Null for a file of which nothing can be taken. @throws Problem 503 */
async function inTurn(workspaceId: string, convert: () => Promise<Converted>): Promise<Converted | null> {
  try {
    const release = await queue.take(workspaceId)
    return await convert().finally(release)
  } catch (error) {
    if (error instanceof Unconvertible) return null
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    if (isLate || error instanceof QueueFull || error instanceof ConverterBusy) throw busy()
    throw error
  }
}

function busy(): Problem {
  const detail = 'Many pictures are waiting to be drawn. Try again in a moment.'
  return new Problem(503, 'media_busy', detail, { retryAfterSeconds: 5 })
}
