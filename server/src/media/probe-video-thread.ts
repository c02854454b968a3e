// Runs in a thread of its own; see probe-video.ts.
import { parentPort } from 'node:worker_threads'
import { FilePathSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
import type { VideoFacts } from './probe-video.ts'

parentPort?.on('message', async (path: string) => parentPort?.postMessage(await measure(path)))

async function measure(path: string): Promise<VideoFacts> {
  const input = new Input({
    source: new FilePathSource(path, { maxCacheSize: 4 * 1024 * 1024 }),
    formats: [MP4, QTFF, WEBM],
  })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return { found: false, why: 'It has no picture.' }
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    return {
      found: true,
      width: Math.round(await track.getDisplayWidth()),
      height: Math.round(await track.getDisplayHeight()),
      durationMs: Math.round(seconds * 1_000),
    }
  } catch (error) {
    return {
      found: false,
      why: `The file cannot be read (${error instanceof Error ? error.message.slice(0, 200) : 'no reason'}).`,
    }
  } finally {
    input.dispose()
  }
}
