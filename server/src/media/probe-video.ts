import { Worker } from 'node:worker_threads'
import type { ByteSource } from '../lib/containers/byte-source.ts'
import { scanMovie } from '../lib/containers/movie.ts'
import { Damaged } from '../lib/containers/scan.ts'
import { scanWebm } from '../lib/containers/webm.ts'
import { longestSide } from '../lib/images/open-image.ts'
import type { MediaType } from './media-type.ts'
import { type Probed, Refused } from './probed.ts'

/** The answer of the thread. */
export type VideoFacts =
  | { readonly found: true; readonly width: number; readonly height: number; readonly durationMs: number }
  | { readonly found: false; readonly why: string }

/** Longer than any network shows. */
const longestMs = 24 * 3_600_000
const probeMs = 30_000
const idleMs = 60_000
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * Measures a video by its container, in a thread with little time and memory that can be stopped: a hostile file may keep
 * its reader busy for ever.
 * @throws Refused, Damaged
 */
export async function probeVideo(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
  const { cleaned } = type.format === 'webm' ? await scanWebm(file) : await scanMovie(file)
  const facts = await askThread(path)
  if (!facts.found) throw new Damaged(facts.why)
  const { width, height, durationMs } = facts
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

/** Threads that wait for work: starting one takes longer than measuring a film. */
const idle: Worker[] = []

/** Asks a thread about one file; the thread is used again only if it answered. */
async function askThread(path: string): Promise<VideoFacts> {
  const worker = idle.pop() ?? startThread()
  worker.ref()
  const { promise, resolve, reject } = Promise.withResolvers<VideoFacts>()
  const timer = setTimeout(() => resolve({ found: false, why: 'The file takes too long to read.' }), probeMs)
  const onError = (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? resolve({ found: false, why: 'The file takes too much memory to read.' })
      : reject(error)
  const onExit = () => reject(new Error('The thread that measures videos ended without an answer.'))
  let isUsable = false
  worker.once('message', (facts: VideoFacts) => {
    isUsable = true
    resolve(facts)
  })
  worker.on('error', onError).on('exit', onExit)
  worker.postMessage(path)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('error', onError).off('exit', onExit)
    if (isUsable) letIdle(worker)
    else void worker.terminate()
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./probe-video-thread.ts', import.meta.url), {
    resourceLimits: limits,
    env: {},
  })
  // A thread that dies while idle is never asked again. Its error needs a listener, or it would end the process.
  return worker.on('error', () => forget(worker)).on('exit', () => forget(worker))
}

function forget(worker: Worker): boolean {
  const place = idle.indexOf(worker)
  if (place >= 0) idle.splice(place, 1)
  return place >= 0
}

/** An idle thread ends after a while, and never keeps the process from ending. */
function letIdle(worker: Worker): void {
  idle.push(worker)
  worker.unref()
  setTimeout(() => {
    if (forget(worker)) void worker.terminate()
  }, idleMs).unref()
}
