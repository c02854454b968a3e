import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Films as telephones, cameras and attackers make them. ffmpeg makes them anew in each run, seconds long and a few
// thousand pixels large.

const run = promisify(execFile)

/** A folder for the films of one test file. */
export function filmFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'crier-films-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Has ffmpeg make a file by these arguments; answers its path. */
export async function makeFilm(folder: string, name: string, args: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
  return path
}

export interface Picture {
  size?: string
  rate?: number
  seconds?: number
}

/** The input of a moving picture, 160 × 120 for a second and a half unless said otherwise. */
export function picture({ size = '160x120', rate = 30, seconds = 1.5 }: Picture = {}): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`]
}

/** The input of a tone. */
export function tone({ seconds = 1.5, rate = 44_100 } = {}): string[] {
  return ['-f', 'lavfi', '-i', `sine=d=${seconds}:r=${rate}`]
}

export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

interface Stream {
  codec_type: string
  codec_name: string
  profile?: string
  pix_fmt?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  channels?: number
  sample_rate?: string
  nb_frames?: string
  color_transfer?: string
  side_data_list?: unknown[]
  tags?: Record<string, string>
}

/** The account that another program gives of a film. */
export async function lookAt(path: string): Promise<{
  streams: Stream[]
  format: { duration: string; tags?: Record<string, string> }
  chapters: unknown[]
}> {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-of', 'json', path]
  const { stdout } = await run('ffprobe', args)
  return JSON.parse(stdout)
}

/** The mean colour of each quarter of a picture of a film, as red, green and blue: top left, top right, bottom left and right. */
export async function quarters(path: string): Promise<number[][]> {
  const args = ['-v', 'error', '-i', path, '-frames:v', '1', '-vf', 'scale=2:2:flags=area', '-f', 'rawvideo']
  const { stdout } = await run('ffmpeg', [...args, '-pix_fmt', 'rgb24', 'pipe:1'], { encoding: 'buffer' })
  return [0, 3, 6, 9].map((at) => [...stdout.subarray(at, at + 3)])
}

/** The position of the first box of this type in a film. */
export async function positionOf(path: string, type: string): Promise<number> {
  return (await readFile(path)).indexOf(type, 0, 'latin1')
}
