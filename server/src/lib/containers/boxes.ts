import type { ByteSource } from './byte-source.ts'
import { Damaged } from './scan.ts'

/** One box of an ISO base media file (ISO/IEC 14496-12 §4.2), which MP4, QuickTime, HEIC and AVIF are. */
export interface Box {
  readonly type: string
  /** The positions of the box, of its content and of the next box. */
  readonly start: number
  readonly body: number
  readonly end: number
}

/** No camera writes more boxes. A file with more was made to keep us busy. */
const mostBoxes = 100_000

/** Reads the sibling boxes from `from` to `to`, and stops at anything that is not a box. */
export async function readBoxes(
  file: ByteSource,
  from: number,
  to: number,
): Promise<{ boxes: Box[]; end: number }> {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const box = await readBox(file, at, to)
    if (!box) break
    boxes.push(box)
    if (boxes.length > mostBoxes) throw new Damaged('It has too many parts.')
    at = box.end
  }
  return { boxes, end: at }
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

export async function children(file: ByteSource, box: Box, skip = 0): Promise<Box[]> {
  return (await readBoxes(file, box.body + skip, box.end)).boxes
}

/** Reads the content of a small box. @throws Damaged if it is larger than such a box ever is. */
export async function contentOf(file: ByteSource, box: Box, most = 8 * 1024 * 1024): Promise<Buffer> {
  if (box.end - box.body > most) throw new Damaged('One of its parts is too large.')
  return file.read(box.body, box.end - box.body)
}
