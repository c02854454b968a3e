import { Worker } from 'node:worker_threads'
import type { ByteSource } from '../lib/containers/byte-source.ts'
import { scanMovie } from '../lib/containers/movie.ts'
import { Damaged } from '../lib/containers/scan.ts'
import { scanWebm } from '../lib/containers/webm.ts'
import { longestSide } from '../lib/open-image.ts'
import type { MediaType } from './media-type.ts'
import { type Probed, Refused } from './probed.ts'

/** What the thread answers. */
export type VideoFacts =
  | { readonly found: true; readonly width: number; readonly height: number; readonly durationMs: number }
  | { readonly found: false; readonly why: string }

/** Longer than any network shows. */
const longestMs = 24 * 3_600_000
const probeMs = 30_000
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * Measures a video by its container, in a thread that has little time and memory and can be stopped: a file may be made
 * to keep its reader busy for ever.
 * @throws Refused, Damaged
 */
export async function probeVideo(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
  const { cleaned } = type.format === 'webm' ? await scanWebm(file) : await scanMovie(file)
  const facts = await askThread(path)
  if (!facts.found) throw new Damaged(facts.why)
  const { width, height, durationMs } = facts
  if (!(width >= 1 && height >= 1 && durationMs >= 0)) throw new Damaged('It has no size or no length.')
  if (Math.max(width, height) > longestSide) {
    throw new Refused(
      'media_too_large',
      `The video is ${width} × ${height}; a side may have ${longestSide} pixels.`,
    )
  }
  if (durationMs > longestMs) throw new Refused('media_too_large', 'The video is longer than 24 hours.')
  return { kind: 'video', width, height, durationMs, cleaned }
}

function askThread(path: string): Promise<VideoFacts> {
  const { promise, resolve, reject } = Promise.withResolvers<VideoFacts>()
  const worker = new Worker(new URL('./probe-video-thread.ts', import.meta.url), {
    workerData: path,
    resourceLimits: limits,
    env: {},
  })
  const timer = setTimeout(() => resolve({ found: false, why: 'It takes too long to read.' }), probeMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      resolve({ found: false, why: 'It takes too much memory to read.' })
    else reject(error)
  })
  worker.once('exit', () => reject(new Error('The thread that measures videos ended without an answer.')))
  return promise.finally(async () => {
    clearTimeout(timer)
    await worker.terminate()
  })
}
