import { type ByteSource, throughWindow } from './byte-source.ts'
import { countUpTo, Damaged, longestNote } from './scan.ts'

/** One box of an ISO base media file (ISO/IEC 14496-12 §4.2), which MP4, QuickTime, HEIC and AVIF are. */
export interface Box {
  readonly type: string
  /** The positions of the box, of its content and of the next box. */
  readonly start: number
  readonly body: number
  readonly end: number
}

/** The boxes of one file. All that is read of it is counted in sum. */
export interface BoxFile {
  readonly size: number
  /** The sibling boxes from `from` to `to`, up to anything that is not a box. @throws Damaged */
  siblings(from: number, to: number): Promise<{ boxes: Box[]; end: number }>
  /** The boxes in a box, behind the first `skip` bytes of its content; a box that says it is longer ends with it. @throws Damaged */
  children(box: Box, skip?: number): Promise<Box[]>
  /** The content of a small box. @throws Damaged if it is larger than such a box ever is */
  content(box: Box): Promise<Buffer>
  /** Reads some bytes of a box or a note. @throws Damaged when the range is too long */
  bytes(from: number, to: number): Promise<Buffer>
}

/** A video of 24 hours in fragments of four seconds has 43,000, at two for each fragment. */
const mostBoxes = 50_000
/** Notes of a file together, over and above one for each of its boxes that is looked into. */
const mostBytes = 4 * longestNote

export function readBoxFile(source: ByteSource): BoxFile {
  const file = throughWindow(source)
  const countBox = countUpTo(mostBoxes, 'parts')
  const countBytes = countUpTo(mostBytes, 'bytes of notes')
  const siblings: BoxFile['siblings'] = async (from, to) => {
    const boxes: Box[] = []
    let at = from
    while (at + 8 <= to) {
      const box = await readBox(file, at, to)
      if (!box) break
      countBox()
      boxes.push(box)
      at = box.end
    }
    return { boxes, end: at }
  }
  const bytes: BoxFile['bytes'] = (from, to) => {
    if (to - from > longestNote) throw new Damaged('One of its parts is too large.')
    countBytes(to - from)
    return file.read(from, to - from)
  }
  return {
    size: file.size,
    siblings,
    children: async (box, skip = 0) => {
      const { boxes } = await siblings(box.body + skip, box.end)
      return boxes.map((child) => ({ ...child, end: Math.min(child.end, box.end) }))
    },
    content: async (box) => bytes(box.body, box.end),
    bytes: async (from, to) => bytes(from, to),
  }
}

async function readBox(file: ByteSource, at: number, to: number): Promise<Box | null> {
  const head = await file.read(at, 16)
  if (head.length < 8) return null
  const short = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  if (short === 1 && head.length < 16) return null
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
  const body = at + (short === 1 ? 16 : 8)
  // QuickTime writes names such as ©xyz; an item of a list is named by its number.
  const named = /^[\x20-\x7e\xa9]{4}$/.test(type) || /^\0\0/.test(type)
  if (!named || body > at + length || at + length > Number.MAX_SAFE_INTEGER) return null
  return { type, start: at, body, end: at + length }
}
