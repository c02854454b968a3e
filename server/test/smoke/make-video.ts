import { readFile } from 'node:fs/promises'
import { describeMedia, type Picture } from '../../src/connectors/conformance/pictures.ts'
import { filmFolder, h264, makeFilm, picture, tone } from '../films.ts'

/** Five seconds of H.264 and AAC, 640 × 360 pixels, as every network plays them; null where this machine has no ffmpeg. */
export async function makeVideo(): Promise<Picture | null> {
  const folder = filmFolder()
  const moving = [...picture({ size: '640x360', seconds: 5 }), ...tone({ seconds: 5 })]
  const args = [...moving, ...h264, '-c:a', 'aac', '-movflags', '+faststart', '-shortest']
  try {
    const bytes = await readFile(await makeFilm(folder.path, 'smoke.mp4', args))
    const facts = { bytes: bytes.length, width: 640, height: 360, durationMs: 5_000, altText: 'A test card.' }
    return { draft: { ...describeMedia('video', 'video/mp4'), ...facts }, bytes }
  } catch (error) {
    // Without the program there is no video to try.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  } finally {
    folder.remove()
  }
}
