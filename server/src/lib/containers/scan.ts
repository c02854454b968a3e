/** A part of a cleaned file: bytes `from` to `to` (exclusive) of the original, or others in their place. */
export type Piece = { readonly from: number; readonly to: number } | Buffer

/** The result of a walk through a file's container. */
export interface Scan {
  /** The file reveals where it was taken. */
  readonly location: boolean
  /** The file carries foreign content: bytes after its end, or markup that a browser might run. */
  readonly foreign: boolean
  /** The cleaned file as pieces in order; null if nothing must be removed. No pixel is touched. */
  readonly cleaned: readonly Piece[] | null
}

/** The file is incomplete or violates its format. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** Collects the ranges of a file to keep, and the reasons for each cut. */
export interface Cutting {
  /** Replaces the bytes from `at` to `to` by `instead`. */
  replace(at: number, to: number, instead: Buffer | null, why: 'location' | 'foreign' | 'follows'): void
  /** Ends the file at `end`. Bytes behind it are foreign. */
  finish(end: number, size: number): Scan
}

/** Creates a collector. Cuts must come in the order of the file. */
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

/** Checks for markup that a browser or a type-guessing server might run. It has no business in a picture. */
export function holdsMarkup(bytes: Buffer): boolean {
  return /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|\?php)/i.test(
    bytes.toString('latin1'),
  )
}

/** Checks whether an XMP packet reveals where the picture was taken. */
export function xmpHasLocation(bytes: Buffer): boolean {
  return /GPS(?:Latitude|Longitude|Position|DestL|Area|Processing)/i.test(bytes.toString('latin1'))
}
