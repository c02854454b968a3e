import { countGraphemes, offsetAfterGraphemes } from '../../../lib/text/graphemes.ts'
import type { Limits, PlainUnit } from '../../connector.ts'

export type { PlainUnit } from '../../connector.ts'

/** How a network counts a text. */
export interface Counting {
  count(text: string): number
  /** The place in UTF-16 units where a text stops fitting; null if all of it fits. */
  findOver(text: string, max: number): number | null
}

/** A stretch of a text that has a cost of its own, such as a link that is shortened; it fits whole or not at all. */
export interface FixedCost {
  /** In UTF-16 units, end exclusive. */
  readonly start: number
  readonly end: number
  readonly cost: number
}

/** The limit of a text that counts by a unit alone, its links too. */
export function textUpTo(max: number, unit: PlainUnit): Limits['text'] {
  return { max, unit, also: [], linkCost: null, rules: null }
}

/** Counts by a unit, with the stretches that `findFixed` names in order, none over another, at a cost of their own. */
export function countingBy(
  unit: PlainUnit,
  findFixed: (text: string) => readonly FixedCost[] = () => [],
): Counting {
  const piecesOf = (text: string) => cutPieces(text, unit, findFixed(text))
  return {
    count: (text) => piecesOf(text).reduce((sum, { cost }) => sum + cost, 0),
    findOver: (text, max) => {
      let left = max
      for (const { start, end, cost, isFixed } of piecesOf(text)) {
        if (cost > left) return isFixed ? start : start + offsetAfter(text.slice(start, end), left, unit)
        left -= cost
      }
      return null
    },
  }
}

export function countText(text: string, unit: PlainUnit): number {
  switch (unit) {
    case 'grapheme':
      return countGraphemes(text)
    case 'codepoint':
      return Array.from(text).length
    case 'utf16':
      return text.length
    case 'utf8':
      return Buffer.byteLength(text)
  }
}

interface Piece extends FixedCost {
  readonly isFixed: boolean
}

function cutPieces(text: string, unit: PlainUnit, fixed: readonly FixedCost[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const addPlain = (end: number) => {
    if (end > at) pieces.push({ start: at, end, cost: countText(text.slice(at, end), unit), isFixed: false })
  }
  for (const stretch of fixed) {
    addPlain(stretch.start)
    pieces.push({ ...stretch, isFixed: true })
    at = stretch.end
  }
  addPlain(text.length)
  return pieces
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The end of the first `most` units of a text; between characters that a person sees where the unit is smaller. */
function offsetAfter(text: string, most: number, unit: PlainUnit): number {
  if (unit === 'grapheme') return offsetAfterGraphemes(text, most)
  if (unit === 'codepoint') return Array.from(text).slice(0, most).join('').length
  let left = most
  for (const { index, segment } of segmenter.segment(text)) {
    left -= countText(segment, unit)
    if (left < 0) return index
  }
  return text.length
}
