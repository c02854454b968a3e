import { Damaged, holdsMarkup, type Scan, startCutting, xmpHasLocation } from './scan.ts'

/**
 * Walks a GIF from block to block to its end (GIF89a §12 ff.) and counts its pictures without drawing them.
 * @throws Damaged
 */
export function scanGif(file: Buffer): Scan & { readonly frames: number } {
  if (file.length < 14 || !/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) {
    throw new Damaged('It does not begin as a GIF does.')
  }
  const cutting = startCutting()
  let frames = 0
  for (let at = 13 + colorTable(file[10] ?? 0); at < file.length; ) {
    const block = file[at]
    if (block === 0x3b) return { ...cutting.finish(at + 1, file.length), frames }
    if (block === 0x2c) {
      frames += 1
      at = skipSubBlocks(file, at + 11 + colorTable(file[at + 9] ?? 0))
    } else if (block === 0x21) {
      const next = skipSubBlocks(file, at + 2)
      const isNote = file[at + 1] === 0xfe || file[at + 1] === 0xff
      const note = file.subarray(at, isNote ? next : at)
      if (holdsMarkup(note)) cutting.replace(at, next, null, 'foreign')
      else if (xmpHasLocation(note)) cutting.replace(at, next, null, 'location')
      at = next
    } else {
      throw new Damaged('It has a block of an unknown kind.')
    }
  }
  throw new Damaged('It ends before the picture does.')
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
