import { findTiff, orientationBlock, orientationOf } from './exif.ts'
import { cleanTiff, revealsPlace } from './location.ts'
import { holdsMarkup } from './note-text.ts'
import { lengthOf, type Piece } from './pieces.ts'
import {
  countUpTo,
  createRangeCollector,
  Damaged,
  type RangeCollector,
  requireSoundPieces,
  type Scan,
} from './scan.ts'

/** The flags of the VP8X chunk that say which notes follow. */
const flagOf: Readonly<Record<string, number>> = { EXIF: 0x08, 'XMP ': 0x04 }
/** The chunks that say how the picture is drawn (RFC 9649 §2). */
const drawn = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
/** An animation of the most frames that are taken has 1,000. */
const mostChunks = 10_000
const mostNotes = 1_000

/**
 * Walks a WebP from chunk to chunk (RFC 9649 §2).
 * @throws Damaged
 */
export function scanWebp(file: Buffer): Scan {
  if (
    file.length < 20 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WEBP'
  ) {
    throw new Damaged('It does not begin as a WebP does.')
  }
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) throw new Damaged('It ends before the picture does.')
  const ranges = createRangeCollector()
  const dropped = walk(file, end, ranges)
  const scan = ranges.finish(end, file.length)
  if (!scan.cleaned) return scan
  const cleaned = [rewriteHead(file, lengthOf(scan.cleaned), dropped), ...behindHead(scan.cleaned, file)]
  requireSoundPieces(cleaned, file.length)
  return { ...scan, cleaned }
}

/** Answers the flags of the kinds of notes that were taken out. */
function walk(file: Buffer, end: number, ranges: RangeCollector): number {
  const countChunk = countUpTo(mostChunks, 'parts')
  const countNote = countUpTo(mostNotes, 'notes')
  let dropped = 0
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4)
    const next = Math.min(at + 8 + length + (length % 2), end)
    if (at + 8 + length > end) throw new Damaged('One of its chunks is longer than the file.')
    const type = file.toString('latin1', at, at + 4)
    countChunk()
    if (!drawn.has(type)) {
      countNote()
      const isGone = cleanNote({ type, data: file.subarray(at + 8, at + 8 + length), at, next }, ranges)
      if (isGone) dropped |= flagOf[type] ?? 0
    }
    at = next
  }
  return dropped
}

interface Note {
  type: string
  data: Buffer
  at: number
  next: number
}

/** Answers whether the whole note was taken out. */
function cleanNote({ type, data, at, next }: Note, ranges: RangeCollector): boolean {
  const clean = cleanTiff(data)
  if (holdsMarkup(data)) {
    const left = orientationChunk(data)
    ranges.replace(at, next, left, 'foreign')
    return left === null
  }
  if (clean) ranges.replace(at, next, chunk(type, clean), 'location')
  else if (revealsPlace(data)) ranges.replace(at, next, null, 'location')
  else return false
  return clean === null
}

/** EXIF with a page inside keeps nothing but its orientation. Null when the picture is upright. */
function orientationChunk(data: Buffer): Buffer | null {
  const tiff = findTiff(data)
  const orientation = tiff < 0 ? 1 : orientationOf(data.subarray(tiff))
  return orientation === 1 ? null : chunk('EXIF', orientationBlock(orientation))
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(8 + data.length + (data.length % 2))
  out.write(type, 0, 'latin1')
  out.writeUInt32LE(data.length, 4)
  data.copy(out, 8)
  return out
}

/** Rewrites the RIFF header for the new length and, in an extended file, clears the flags of what was taken out. */
function rewriteHead(file: Buffer, bytes: number, dropped: number): Buffer {
  const out = Buffer.from(file.subarray(0, headLength(file)))
  out.writeUInt32LE(bytes - 8, 4)
  const flags = out[20]
  if (flags !== undefined) out[20] = flags & ~dropped
  return out
}

function headLength(file: Buffer): number {
  return file.toString('latin1', 12, 16) === 'VP8X' && file.length >= 30 ? 30 : 12
}

function behindHead(pieces: readonly Piece[], file: Buffer): Piece[] {
  const [first, ...rest] = pieces
  const head = headLength(file)
  if (!first || Buffer.isBuffer(first) || first.from !== 0 || first.to < head)
    throw new Damaged('It has nothing before its notes.')
  return [{ from: head, to: first.to }, ...rest]
}
