import type { Metadata } from 'sharp'
import type { ByteSource } from '../../lib/containers/byte-source.ts'
import { scanGif } from '../../lib/containers/gif.ts'
import { scanJpeg } from '../../lib/containers/jpeg.ts'
import { scanPng } from '../../lib/containers/png.ts'
import { Damaged, type Scan } from '../../lib/containers/scan.ts'
import { scanStill } from '../../lib/containers/still.ts'
import { scanWebp } from '../../lib/containers/webp.ts'
import {
  decodeWhole,
  longestSide,
  mostFrames,
  mostPixels,
  readImageHeader,
} from '../../lib/images/open-image.ts'
import type { MediaType } from '../media-type.ts'
import { noFacts, type PictureFacts, type Probed, Refused, removedBy } from './probed.ts'

interface Shape {
  width: number
  height: number
  frames: number
  durationMs: number | null
}

/**
 * Measures an image before anything of it is decoded, then decodes all of it. HEIC is measured by its container only: no
 * decoder for it may be shipped.
 * @throws Refused, Damaged
 */
export async function probeImage(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
  if (type.format === 'heic') return probeHeic(file)
  const header = await readHeader(path)
  const shape = shapeOf(header)
  requireFits(shape)
  const scan = await scanImage(file, type)
  const frames = scan.frames ?? shape.frames
  requireFits({ ...shape, frames })
  const animated = frames > 1
  await decodeWhole(path, animated).catch((error: Error) => {
    throw new Damaged(firstLine(error), { cause: error })
  })
  return {
    kind: type.format === 'gif' && animated ? 'gif' : 'image',
    width: shape.width,
    height: shape.height,
    durationMs: animated ? (scan.durationMs ?? shape.durationMs) : null,
    facts: { ...noFacts, picture: pictureFacts(header, frames), removed: removedBy(scan) },
    cleaned: scan.cleaned,
  }
}

async function probeHeic(file: ByteSource): Promise<Probed> {
  const { width, height, cleaned, ...found } = await scanStill(file)
  requireFits({ width, height, frames: 1, durationMs: null })
  const { orientation, bitDepth, hasAlpha } = found
  const picture = { frames: 1, hasAlpha, colorSpace: null, bitDepth, orientation }
  const facts = { ...noFacts, picture, removed: removedBy(found) }
  return { kind: 'image', width, height, durationMs: null, facts, cleaned }
}

async function readHeader(path: string): Promise<Metadata> {
  try {
    return await readImageHeader(path)
  } catch (error) {
    throw new Damaged('It cannot be read.', { cause: error })
  }
}

function shapeOf(header: Metadata): Shape {
  const delays = header.delay ?? []
  return {
    width: header.autoOrient.width,
    // The height of an animation is that of all its pages, one below the other.
    height: header.pageHeight ?? header.autoOrient.height,
    frames: header.pages ?? 1,
    durationMs: delays.length > 0 ? delays.reduce((sum, delay) => sum + delay, 0) : null,
  }
}

function pictureFacts(header: Metadata, frames: number): PictureFacts {
  return {
    frames,
    hasAlpha: header.hasAlpha === true,
    colorSpace: header.space ?? null,
    bitDepth: bitsOf[header.depth ?? ''] ?? null,
    orientation: header.orientation ?? 1,
  }
}

/** The types of a channel, as the decoder names them. */
const bitsOf: Readonly<Record<string, number>> = { uchar: 8, ushort: 16, float: 32 }

function requireFits({ width, height, frames }: Shape): void {
  if (width < 1 || height < 1) throw new Damaged('It has no size.')
  if (Math.max(width, height) > longestSide) {
    throw new Refused(
      'media_too_large',
      `The image is ${width} × ${height}; a side may have at most ${longestSide} pixels.`,
    )
  }
  if (width * height > mostPixels) {
    throw new Refused(
      'media_too_large',
      `The image has ${width * height} pixels; it may have at most ${mostPixels}.`,
    )
  }
  if (frames > mostFrames) {
    throw new Refused(
      'media_too_large',
      `The animation has ${frames} frames; it may have at most ${mostFrames}.`,
    )
  }
}

/** The facts of an animation that the walk through its container found, where the decoder does not know them. */
interface Moving {
  readonly frames?: number
  readonly durationMs?: number | null
}

async function scanImage(file: ByteSource, { format }: MediaType): Promise<Scan & Moving> {
  if (format === 'avif') return scanStill(file)
  const bytes = await file.read(0, file.size)
  if (format === 'jpeg') return scanJpeg(bytes)
  if (format === 'png') return scanPng(bytes)
  if (format === 'webp') return scanWebp(bytes)
  return scanGif(bytes)
}

function firstLine(error: Error): string {
  return `${(error.message.split('\n')[0] ?? '').slice(0, 200)}.`
}
