import { countGraphemes, offsetAfterGraphemes } from '../../lib/text/graphemes.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { TextRange } from '../connector.ts'

/** How a server counts. */
export interface Counting {
  readonly unit: 'grapheme' | 'codepoint'
  /** The cost of any link; null when links and mentions cost their length. */
  readonly linkCost: number | null
}

// The forms Mastodon itself takes: a name and, for somebody elsewhere, a domain.
const mention =
  /(?<![=/\p{L}\p{N}_@])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*)?/giu

// Mastodon takes an address for a link only if it can be reached from everywhere; any other counts as it is written.
const linkable =
  /^https?:\/\/(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:[\p{L}]{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#]|$)/iu

interface TextSpan {
  readonly range: TextRange
  /** Its cost where links and mentions are shortened. */
  readonly short: number
}

/** Links, mentions and hashtags as the network sees them. */
export function findPlaces(text: string): TextRange[] {
  return findSpans(text, 0).map(({ range }) => range)
}

/** The text's length as the server counts it. */
export function countText(text: string, counting: Counting): number {
  return countedPieces(text, counting).reduce((sum, piece) => sum + piece.cost, 0)
}

/** A text in which nothing is shortened, such as a content warning. */
export function countPlain(text: string, unit: Counting['unit']): number {
  return unit === 'grapheme' ? countGraphemes(text) : [...text].length
}

/** Where the text stops fitting; null if all of it fits. */
export function findOver(text: string, max: number, counting: Counting): number | null {
  let left = max
  for (const piece of countedPieces(text, counting)) {
    if (piece.cost > left)
      return piece.isWhole ? piece.start : piece.start + offsetAfter(piece.text, left, counting.unit)
    left -= piece.cost
  }
  return null
}

interface Piece {
  readonly start: number
  readonly text: string
  readonly cost: number
  /** A link or a mention: it fits or it does not. */
  readonly isWhole: boolean
}

function countedPieces(text: string, { unit, linkCost }: Counting): Piece[] {
  const plain = (start: number, end: number): Piece[] => {
    const part = text.slice(start, end)
    return part === '' ? [] : [{ start, text: part, cost: countPlain(part, unit), isWhole: false }]
  }
  if (linkCost === null) return plain(0, text.length)
  const shortened = findSpans(text, linkCost).filter(({ range }) => range.kind !== 'hashtag')
  let at = 0
  const found = shortened.flatMap(({ range, short }) => {
    const before = plain(at, range.start)
    at = range.end
    const part = text.slice(range.start, range.end)
    return [...before, { start: range.start, text: part, cost: short, isWhole: true }]
  })
  return [...found, ...plain(at, text.length)]
}

function findSpans(text: string, linkCost: number): TextSpan[] {
  const ranges = findRanges(text)
  const links = ranges.filter(
    ({ kind, start, end }) => kind === 'link' && linkable.test(text.slice(start, end)),
  )
  const isInLink = new Uint8Array(text.length)
  for (const { kind, start, end } of ranges) if (kind === 'link') isInLink.fill(1, start, end)
  const mentions = [...text.matchAll(mention)].filter(({ index }) => isInLink[index] !== 1)
  const tags = ranges.filter(({ kind }) => kind === 'hashtag')
  return [
    ...links.map((range) => ({ range, short: linkCost })),
    ...mentions.map(({ index, 0: whole, 1: name = '' }) => ({
      range: { kind: 'mention' as const, start: index, end: index + whole.length },
      short: name.length + 1,
    })),
    ...tags.map((range) => ({ range, short: 0 })),
  ].sort((a, b) => a.range.start - b.range.start)
}

function offsetAfter(text: string, count: number, unit: Counting['unit']): number {
  if (unit === 'grapheme') return offsetAfterGraphemes(text, count)
  return [...text].slice(0, count).join('').length
}
