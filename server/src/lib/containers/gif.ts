import { revealsPlace } from './location.ts'
import { holdsMarkup } from './note-text.ts'
import { countUpTo, createRangeCollector, Damaged, type Scan } from './scan.ts'

/** An animation of the most frames that are taken, 1,000, has two or three for each. */
const mostBlocks = 100_000
const mostNotes = 1_000
/** The extension that says how long a frame is shown. */
const control = 0xf9

/**
 * Walks a GIF from block to block to its end (GIF89a §12 ff.) and counts its pictures without drawing them.
 * @throws Damaged
 */
export function scanGif(file: Buffer): Scan & { readonly frames: number } {
  if (file.length < 14 || !/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) {
    throw new Damaged('It does not begin as a GIF does.')
  }
  const ranges = createRangeCollector()
  const countBlock = countUpTo(mostBlocks, 'parts')
  const countNote = countUpTo(mostNotes, 'notes')
  let frames = 0
  for (let at = 13 + colorTable(file[10] ?? 0); at < file.length; ) {
    const block = file[at]
    countBlock()
    if (block === 0x3b) return { ...ranges.finish(at + 1, file.length), frames }
    if (block === 0x2c) {
      frames += 1
      at = skipSubBlocks(file, at + 11 + colorTable(file[at + 9] ?? 0))
    } else if (block === 0x21) {
      const next = skipSubBlocks(file, at + 2)
      const isNote = file[at + 1] !== control
      if (isNote) countNote()
      const why = isNote ? judgeNote(file, at, next) : null
      if (why) ranges.replace(at, next, null, why)
      at = next
    } else {
      throw new Damaged('It has a block of an unknown kind.')
    }
  }
  throw new Damaged('It ends before the picture does.')
}

/** XMP stands there as it is, other notes in sub-blocks, whose lengths may stand within a word. */
function judgeNote(file: Buffer, at: number, next: number): 'location' | 'foreign' | null {
  const asIs = file.subarray(at, next)
  const joined = joinSubBlocks(file, at + 2, next)
  if (holdsMarkup(asIs) || holdsMarkup(joined)) return 'foreign'
  return revealsPlace(asIs) || revealsPlace(joined) ? 'location' : null
}

function colorTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function skipSubBlocks(file: Buffer, start: number): number {
  let at = start
  for (;;) {
    const length = file[at]
    if (length === undefined) throw new Damaged('It ends before the picture does.')
    at += 1 + length
    if (length === 0) return at
  }
}

function joinSubBlocks(file: Buffer, start: number, end: number): Buffer {
  const joined = Buffer.allocUnsafe(end - start)
  let length = 0
  for (let at = start; at < end; ) {
    const size = file[at] ?? 0
    length += file.copy(joined, length, at + 1, at + 1 + size)
    at += 1 + size
  }
  return joined.subarray(0, length)
}
