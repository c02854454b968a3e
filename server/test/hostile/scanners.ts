import type { ByteSource } from '../../src/lib/containers/byte-source.ts'
import { scanGif } from '../../src/lib/containers/gif.ts'
import { scanJpeg } from '../../src/lib/containers/jpeg.ts'
import { scanMovie } from '../../src/lib/containers/movie.ts'
import { scanPdf } from '../../src/lib/containers/pdf.ts'
import { countPages } from '../../src/lib/containers/pdf-pages.ts'
import { scanPng } from '../../src/lib/containers/png.ts'
import { Damaged, type Scan } from '../../src/lib/containers/scan.ts'
import { scanStill } from '../../src/lib/containers/still.ts'
import { scanWebm } from '../../src/lib/containers/webm.ts'
import { scanWebp } from '../../src/lib/containers/webp.ts'

type Scanner = (bytes: Buffer) => Scan | Promise<Scan>

const scanners: Readonly<Record<string, Scanner>> = {
  'image/png': scanPng,
  'image/jpeg': scanJpeg,
  'image/gif': scanGif,
  'image/webp': scanWebp,
  'image/avif': (bytes) => scanStill(sourceOf(bytes)),
  'image/heic': (bytes) => scanStill(sourceOf(bytes)),
  'video/mp4': (bytes) => scanMovie(sourceOf(bytes)),
  'video/quicktime': (bytes) => scanMovie(sourceOf(bytes)),
  'video/webm': (bytes) => scanWebm(sourceOf(bytes)),
  'application/pdf': async (bytes) => {
    await countPages(sourceOf(bytes))
    return scanPdf(sourceOf(bytes))
  },
}

function sourceOf(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: async (at, length) => Buffer.from(bytes.subarray(at, Math.max(at, at + length))),
  }
}

/** Scans a file of this type; null when it is refused as damaged. @throws whatever else a scanner throws */
export async function scan(mimeType: string, bytes: Buffer): Promise<Scan | null> {
  const scanner = scanners[mimeType]
  if (!scanner) throw new Error(`Nothing scans ${mimeType}.`)
  try {
    return await scanner(bytes)
  } catch (error) {
    if (error instanceof Damaged) return null
    throw error
  }
}

/** The bytes that are served in place of a file. */
export function served(bytes: Buffer, { cleaned }: Scan): Buffer {
  if (!cleaned) return bytes
  return Buffer.concat(
    cleaned.map((piece) => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to))),
  )
}
