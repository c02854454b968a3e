import { crc32 } from 'node:zlib'
import { findTiff, orientationBlock, orientationOf } from './exif.ts'
import { cleanTiff, revealsPlace } from './location.ts'
import { holdsMarkup } from './note-text.ts'
import { createTextJudge, type TextJudge } from './png-text.ts'
import { countUpTo, createRangeCollector, Damaged, type RangeCollector, type Scan } from './scan.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** A picture of 50 MB in pieces of 8 KB, as most encoders write it, has 6,400. */
const mostChunks = 100_000
/** Chunks that are neither text nor needed to draw the picture. */
const mostNotes = 1_000
const texts = new Set(['tEXt', 'zTXt', 'iTXt'])
/** The chunks that say how the picture is drawn (W3C PNG, third edition, §11). */
const drawn = new Set(
  'IHDR PLTE IDAT tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT tIME acTL fcTL fdAT'.split(
    ' ',
  ),
)

/** The pictures of an animated PNG; 1 for any other. */
interface Frames {
  readonly frames: number
  /** Null where nothing moves. */
  readonly durationMs: number | null
}

/**
 * Walks a PNG from chunk to chunk to its end (W3C PNG, third edition, §5).
 * @throws Damaged
 */
export function scanPng(file: Buffer): Scan & Frames {
  if (!file.subarray(0, 8).equals(signature)) throw new Damaged('It does not begin as a PNG does.')
  const ranges = createRangeCollector()
  const judge = createTextJudge()
  const countChunk = countUpTo(mostChunks, 'parts')
  const countNote = countUpTo(mostNotes, 'notes')
  const delays: number[] = []
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > file.length) break
    if (type === 'IEND') return { ...ranges.finish(next, file.length), ...framesOf(delays) }
    countChunk()
    if (type === 'fcTL' && length >= 26) delays.push(delayOf(file.subarray(at + 8, at + 8 + length)))
    if (!drawn.has(type)) {
      countNote()
      cleanNote({ type, data: file.subarray(at + 8, at + 8 + length), at, next }, judge, ranges)
    }
    at = next
  }
  throw new Damaged('It ends before the picture does.')
}

/** How long one picture of an animation is shown, in ms: two numbers whose quotient is seconds (§11.3.6). */
function delayOf(control: Buffer): number {
  return (control.readUInt16BE(20) * 1_000) / (control.readUInt16BE(22) || 100)
}

function framesOf(delays: readonly number[]): Frames {
  if (delays.length < 2) return { frames: 1, durationMs: null }
  return { frames: delays.length, durationMs: Math.round(delays.reduce((sum, delay) => sum + delay, 0)) }
}

interface Chunk {
  type: string
  data: Buffer
  at: number
  next: number
}

function cleanNote({ type, data, at, next }: Chunk, judge: TextJudge, ranges: RangeCollector): void {
  if (texts.has(type)) {
    const why = judge.judge(type, data)
    if (why) ranges.replace(at, next, null, why)
    return
  }
  const clean = cleanTiff(data)
  if (holdsMarkup(data)) ranges.replace(at, next, orientationChunk(data), 'foreign')
  else if (clean) ranges.replace(at, next, chunk(type, clean), 'location')
  else if (revealsPlace(data)) ranges.replace(at, next, null, 'location')
}

/** EXIF with a page inside keeps nothing but its orientation. Null when the picture is upright. */
function orientationChunk(data: Buffer): Buffer | null {
  const tiff = findTiff(data)
  const orientation = tiff < 0 ? 1 : orientationOf(data.subarray(tiff))
  return orientation === 1 ? null : chunk('eXIf', orientationBlock(orientation))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), 4 + body.length)
  return out
}
