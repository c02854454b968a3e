import type { TextRules } from '../../../connector.ts'
import type { Counting } from '../count-text.ts'
import { findWebLinks } from './find-web-links.ts'

/** The rules of twitter-text, version 3 of its configuration. Source: github.com/twitter/twitter-text, `config/v3.json`. */
export const linkWeight = 23
const emojiWeight = 2
const usualWeight = 2
/** Code points that count as one. */
const lightRanges = [
  [0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const

/** These rules as data. */
export const weightedRules: TextRules = {
  weights: { form: 'NFC', usual: usualWeight, emoji: emojiWeight, light: lightRanges },
  links: { form: 'domain', only: null },
  mentions: null,
  fields: [],
}

/**
 * Counts as twitter-text does: letters of most alphabets are one, all others two, an emoji of any number of code points is
 * two, and a link 23. The text is counted in its composed form (NFC).
 */
export const weightedCounting: Counting = {
  count: (text) => weigh(text.normalize('NFC'), Number.POSITIVE_INFINITY).weight,
  findOver: (text, max) => {
    const composed = text.normalize('NFC')
    const { over } = weigh(composed, max)
    return over === null ? null : placeBeforeComposing(text, composed, over)
  },
}

/** A stretch of a text that counts as a whole. */
interface Cost {
  readonly start: number
  readonly end: number
  readonly weight: number
}

interface Weighed {
  readonly weight: number
  /** The place of the first thing that does not fit into `max`. */
  readonly over: number | null
}

function weigh(text: string, max: number): Weighed {
  const links = findWebLinks(text).map(({ start, end }) => ({ start, end, weight: linkWeight }))
  const costs = [...links, ...findEmoji(text)].sort((one, other) => one.start - other.start)
  let [weight, at, next] = [0, 0, 0]
  let over: number | null = null
  while (at < text.length) {
    while ((costs[next]?.start ?? text.length) < at) next++
    const cost = costs[next]
    const isHere = cost?.start === at
    const code = text.codePointAt(at) ?? 0
    weight += isHere ? cost.weight : weightOf(code)
    if (over === null && weight > max) over = at
    at = isHere ? cost.end : at + (code > 0xffff ? 2 : 1)
  }
  return { weight, over }
}

function weightOf(code: number): number {
  for (const [first, last] of lightRanges) if (code >= first && code <= last) return 1
  return usualWeight
}

/** Code points that may be one emoji together. A keycap needs no mark that asks for its colours. */
const sequence =
  /\p{RI}{2}|[#*0-9]\ufe0f?\u20e3|\p{Emoji}(?:\p{EMod}|\ufe0f|[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d(?:\p{RI}{2}|[#*0-9]\ufe0f?\u20e3|\p{Emoji}(?:\p{EMod}|\ufe0f|[\u{e0020}-\u{e007e}]+\u{e007f})?))*/gu
const emoji = /\p{RGI_Emoji}|[#*0-9]\ufe0f?\u20e3/gv

/** Finds emoji of several code points; those of one count by their code point. */
function findEmoji(text: string): Cost[] {
  // A text repeats its emoji more often than not, and to look one up takes microseconds.
  const known = new Map<string, { start: number; end: number }[]>()
  return Array.from(text.matchAll(sequence)).flatMap(({ 0: found, index }) => {
    if (found.length === 1 || (found.length === 2 && (found.codePointAt(0) ?? 0) > 0xffff)) return []
    const places = known.get(found) ?? Array.from(found.matchAll(emoji), placeOf)
    known.set(found, places)
    return places.map(({ start, end }) => ({ start: index + start, end: index + end, weight: emojiWeight }))
  })
}

function placeOf({ 0: found, index }: RegExpExecArray): { start: number; end: number } {
  return { start: index, end: index + found.length }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The place in a text of a place in its composed form, on a border between characters that a person sees. */
function placeBeforeComposing(text: string, composed: string, place: number): number {
  if (text === composed) return place
  let left = place
  for (const { index, segment } of segmenter.segment(text)) {
    left -= segment.normalize('NFC').length
    if (left < 0) return index
  }
  return text.length
}
