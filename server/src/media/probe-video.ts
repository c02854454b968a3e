import type { ByteSource } from '../lib/containers/byte-source.ts'
import { scanMovie } from '../lib/containers/movie.ts'
import { Damaged } from '../lib/containers/scan.ts'
import { scanWebm } from '../lib/containers/webm.ts'
import { longestSide } from '../lib/images/open-image.ts'
import type { MediaType } from './media-type.ts'
import { type Probed, Refused } from './probed.ts'

/** Longer than any network shows. */
const longestMs = 24 * 3_600_000
const readAheadBytes = 4 * 1024 * 1024

/**
 * Measures a video by its container.
 * @throws Refused, Damaged
 */
export async function probeVideo(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
  const { cleaned } = type.format === 'webm' ? await scanWebm(file) : await scanMovie(file)
  const { width, height, durationMs } = await measure(path)
  if (!(width >= 1 && height >= 1 && durationMs >= 0))
    throw new Damaged('The video has no size or no length.')
  if (Math.max(width, height) > longestSide) {
    throw new Refused(
      'media_too_large',
      `The video is ${width} × ${height}; a side may have at most ${longestSide} pixels.`,
    )
  }
  if (durationMs > longestMs) throw new Refused('media_too_large', 'The video is longer than 24 hours.')
  return { kind: 'video', width, height, durationMs, cleaned }
}

async function measure(path: string): Promise<{ width: number; height: number; durationMs: number }> {
  // Most children never see a video, and loading its reader takes 0.1 s.
  const { FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({
    source: new FilePathSource(path, { maxCacheSize: readAheadBytes }),
    formats: [MP4, QTFF, WEBM],
  })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Damaged('It has no picture.')
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    return {
      width: Math.round(await track.getDisplayWidth()),
      height: Math.round(await track.getDisplayHeight()),
      durationMs: Math.round(seconds * 1_000),
    }
  } catch (error) {
    if (error instanceof Damaged) throw error
    const why = error instanceof Error ? error.message.slice(0, 200) : 'no reason'
    throw new Damaged(`The file cannot be read (${why}).`, { cause: error })
  } finally {
    input.dispose()
  }
}
