import { lengthOf, type Piece } from './pieces.ts'

export type { Piece } from './pieces.ts'

/** The result of a walk through a file's container. */
export interface Scan {
  /** The file reveals where it was taken. */
  readonly location: boolean
  /** The file carries foreign content: bytes after its end, or markup that a browser might run. */
  readonly foreign: boolean
  /** The cleaned file as pieces in order; null if nothing must be removed. No pixel is touched. */
  readonly cleaned: readonly Piece[] | null
}

/** The file is incomplete, violates its format, or asks for more work than a file of its kind ever needs. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** The longest single note that is read: a caption, an XMP packet, user data of a film. */
export const longestNote = 16 * 1024 * 1024

/** Counts the parts of one file, or their bytes. @throws Damaged once there are more than `most` */
export function countUpTo(most: number, what: string): (more?: number) => void {
  let count = 0
  return (more = 1) => {
    count += more
    if (count > most) throw new Damaged(`It has too many ${what}.`)
  }
}

export type Reason = 'location' | 'foreign'

/** Collects the ranges of a file to keep, and the reasons for each cut. */
export interface RangeCollector {
  /** Replaces the bytes from `at` to `to` by `instead`. @throws Damaged when they overlap with those cut before */
  replace(at: number, to: number, instead: Buffer | null, why: Reason): void
  /** Ends the file at `end`. Bytes behind it are foreign. @throws Damaged */
  finish(end: number, size: number): Scan
}

/** Creates a collector. Cuts must come in the order of the file. */
export function createRangeCollector(): RangeCollector {
  const pieces: Piece[] = []
  let kept = 0
  let location = false
  let foreign = false
  return {
    replace: (at, to, instead, why) => {
      if (at < kept || to < at) throw new Damaged('Two of its parts overlap.')
      if (at > kept) pieces.push({ from: kept, to: at })
      if (instead) pieces.push(instead)
      kept = to
      location ||= why === 'location'
      foreign ||= why === 'foreign'
    },
    finish: (end, size) => {
      foreign ||= end < size
      if (end > kept) pieces.push({ from: kept, to: end })
      if (!location && !foreign) return { location, foreign, cleaned: null }
      requireSoundPieces(pieces, size)
      return { location, foreign, cleaned: pieces }
    },
  }
}

/**
 * Every cleaned file passes here: its pieces lie within the file, and together they are at most twice as long as it. A
 * scanner replaces notes by shorter ones, so only a mistake in one of them comes near that.
 * @throws Damaged
 */
export function requireSoundPieces(pieces: readonly Piece[], size: number): void {
  const isWithin = pieces.every((piece) => Buffer.isBuffer(piece) || (piece.from >= 0 && piece.to <= size))
  if (!isWithin || lengthOf(pieces) > 2 * size) throw new Damaged('Its parts do not fit into it.')
}
