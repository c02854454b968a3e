/** A part of a cleaned file: bytes `from` to `to` (exclusive) of the original, or others in their place. */
export type Piece = { readonly from: number; readonly to: number } | Buffer

/** What a walk through a file's container found. */
export interface Scan {
  /** It tells where it was taken. */
  readonly location: boolean
  /** It carries what is no part of it: bytes after its end, or markup a browser might run. */
  readonly foreign: boolean
  /** The same file without those, in order; null when there is nothing to take out. No pixel is touched. */
  readonly cleaned: readonly Piece[] | null
}

/** The file is not whole, or not made as its format says. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** Collects what stays of a file, and why something did not. */
export interface Cutting {
  /** Keeps everything before `at`, and goes on behind `to` with `instead` between. */
  replace(at: number, to: number, instead: Buffer | null, why: 'location' | 'foreign' | 'follows'): void
  /** The file ends at `end`; what comes behind is foreign. */
  finish(end: number, size: number): Scan
}

/** Cuts must come in the order of the file. */
export function startCutting(): Cutting {
  const pieces: Piece[] = []
  let kept = 0
  let location = false
  let foreign = false
  return {
    replace: (at, to, instead, why) => {
      if (at > kept) pieces.push({ from: kept, to: at })
      if (instead) pieces.push(instead)
      kept = to
      location ||= why === 'location'
      foreign ||= why === 'foreign'
    },
    finish: (end, size) => {
      foreign ||= end < size
      if (end > kept) pieces.push({ from: kept, to: end })
      return { location, foreign, cleaned: location || foreign ? pieces : null }
    },
  }
}

/** Whether text that has no business in a picture could be run by a browser or a server that guesses types. */
export function holdsMarkup(bytes: Buffer): boolean {
  return /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|\?php)/i.test(
    bytes.toString('latin1'),
  )
}

/** Whether an XMP packet tells where the picture was taken. */
export function xmpHasLocation(bytes: Buffer): boolean {
  return /GPS(?:Latitude|Longitude|Position|DestL|Area|Processing)/i.test(bytes.toString('latin1'))
}
