import { countGraphemes } from '../../../lib/text/graphemes.ts'
import { findRanges } from '../../../lib/text/text-ranges.ts'
import type { Expression, TextUnit } from '../../connector.ts'
import { findWebLinks } from './weighted/find-web-links.ts'

/** The rules of counting as the API writes them: `limits.text` of an account, `counting` of a platform. */
export interface CountingRules {
  readonly unit: TextUnit
  readonly link_cost: number | null
  readonly weights: {
    readonly form: 'NFC'
    readonly usual: number
    readonly emoji: number
    readonly light: readonly { readonly first: number; readonly last: number }[]
  } | null
  readonly links: { readonly form: 'address' | 'domain'; readonly only: Expression | null } | null
  readonly mentions: (Expression & { readonly in_links: boolean }) | null
  readonly fields: readonly {
    readonly option: string
    readonly unit: TextUnit
    readonly counts_with_text: boolean
  }[]
}

/**
 * Counts a text by the rules that the API gives out, and by nothing else: it names no network, and runs in a browser too.
 * `options` are those of the post, some of which may count with its text.
 */
export function countByRules(
  text: string,
  rules: CountingRules,
  options: Readonly<Record<string, unknown>> = {},
): number {
  const { weights, unit, fields } = rules
  const counted = weights ? text.normalize(weights.form) : text
  const lettersOf = (part: string) => (weights ? weigh(part, weights) : countLetters(part, unit))
  let [sum, at] = [0, 0]
  for (const { start, end, cost } of findShortened(counted, rules)) {
    if (start > at) sum += lettersOf(counted.slice(at, start))
    sum += cost
    at = end
  }
  sum += lettersOf(counted.slice(at))
  for (const { option, unit, counts_with_text: counts } of fields) {
    const words = options[option]
    if (counts && typeof words === 'string') sum += countLetters(words, unit)
  }
  return sum
}

/** Counts a text by a unit alone, as the further limits in `also` and the words of an option are counted. */
export function countLetters(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'grapheme':
      return countGraphemes(text)
    case 'utf16':
      return text.length
    case 'utf8':
      return encoder.encode(text).length
    case 'emoji_utf8':
      return Array.from(segmenter.segment(text), ({ segment }) =>
        countLetters(segment, emoji.test(segment) ? 'utf8' : 'codepoint'),
      ).reduce((sum, cost) => sum + cost, 0)
    case 'codepoint':
      return Array.from(text).length
    case 'weighted':
      throw new Error('Nothing is weighed without weights.')
  }
}

const encoder = new TextEncoder()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Signs that are drawn as emoji, by themselves or because a selector asks for it.
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u

const emojiOfAnyLength = /\p{RGI_Emoji}|[#*0-9]\ufe0f?\u20e3/gv

function weigh(part: string, { usual, emoji, light }: NonNullable<CountingRules['weights']>): number {
  let [sum, at] = [0, 0]
  const addLetters = (end: number) => {
    for (const letter of part.slice(at, end)) {
      const code = letter.codePointAt(0) ?? 0
      sum += light.some(({ first, last }) => code >= first && code <= last) ? 1 : usual
    }
  }
  for (const { 0: found, index } of part.matchAll(emojiOfAnyLength)) {
    addLetters(index)
    sum += emoji
    at = index + found.length
  }
  addLetters(part.length)
  return sum
}

interface Shortened {
  readonly start: number
  readonly end: number
  readonly cost: number
}

/** The links and mentions that do not cost their letters, in order. */
function findShortened(text: string, rules: CountingRules): Shortened[] {
  const { link_cost: cost, links, mentions, unit } = rules
  const addresses = findRanges(text).filter(({ kind }) => kind === 'link')
  const found: Shortened[] = []
  if (links && cost !== null) {
    const only = links.only && new RegExp(links.only.pattern, links.only.flags.replace('g', ''))
    for (const { start, end } of links.form === 'domain' ? findWebLinks(text) : addresses)
      if (only?.test(text.slice(start, end)) ?? true) found.push({ start, end, cost })
  }
  if (mentions) {
    for (const { 0: whole, 1: shown = '', index } of text.matchAll(
      new RegExp(mentions.pattern, mentions.flags),
    )) {
      const isInLink = addresses.some(({ start, end }) => index >= start && index < end)
      if (isInLink && !mentions.in_links) continue
      found.push({ start: index, end: index + whole.length, cost: countLetters(shown, unit) })
    }
  }
  return found.sort((one, other) => one.start - other.start)
}
