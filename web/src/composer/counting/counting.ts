import type { Counting, Platform } from '@crier/sdk'
import { findDomains, findRanges } from './find-links.ts'

type Unit = Counting['unit']

/** How long a text is by the rules of one network, and where it stops fitting. */
export interface Measured {
  readonly count: number
  readonly max: number
  /** How much fits still; below zero where it is too long. */
  readonly left: number
  /** The first place that does not fit, in UTF-16 units; null where all fits. */
  readonly over: number | null
}

/** The count of the server for a text, and where it stops fitting by that. */
export interface ServerCount {
  readonly text: string
  readonly count: number
  readonly max: number
  readonly over: number | null
}

/** Our own count until the server has counted the same text. Where they differ, the server's counts. */
export function settleCount(own: Measured, text: string, server: ServerCount | null): Measured {
  if (server === null || server.text !== text) return own
  const { count, max, over } = server
  if (count === own.count && max === own.max && over === own.over) return own
  // A further limit may end the text although the first one holds.
  const isOther = over !== null && count <= max
  return { count, max, over, left: isOther ? Math.min(own.left, -1) : max - count }
}

/**
 * Counts a text by rules that the server gives out as data. `options` are those of the post, whose words may count too. The
 * server's own count stands where both differ.
 */
export function measureText(
  text: string,
  rules: Counting,
  options: Readonly<Record<string, unknown>> = {},
): Measured {
  const beside = rules.fields
    .filter(({ counts_with_text: counts }) => counts)
    .reduce((sum, { option, unit }) => sum + lengthOf(options[option], unit), 0)
  const walked = walk(text, rules.unit, rules, rules.max - beside)
  const others = rules.also.map(({ max, unit }) => ({ ...walkPlain(text, unit, max), max }))
  const places = [walked.over, ...others.map(({ over }) => over)].filter((place) => place !== null)
  const lefts = [rules.max - beside - walked.count, ...others.map(({ max, count }) => max - count)]
  // A further limit is told only where it is the one that ends the text.
  return {
    count: walked.count + beside,
    max: rules.max,
    left: places.length > 0 ? Math.min(...lefts) : (lefts[0] ?? 0),
    over: places.length === 0 ? null : Math.min(...places),
  }
}

/** A first comment follows the rules of a text of its network, unless its option has a limit of its own, which counts code points. */
export function commentRules(text: Counting, { options }: Pick<Platform, 'options'>): Counting {
  const { properties } = options as { properties?: { first_comment?: { maxLength?: number } } }
  const max = properties?.first_comment?.maxLength
  if (max === undefined) return { ...text, fields: [] }
  const plain = { link_cost: null, links: null, mentions: null, weights: null }
  return { ...plain, max, unit: 'codepoint', also: [], fields: [] }
}

/** The length of the words of an option. */
function lengthOf(words: unknown, unit: Unit): number {
  return typeof words === 'string' ? walkPlain(words, unit, Number.POSITIVE_INFINITY).count : 0
}

interface Walked {
  readonly count: number
  readonly over: number | null
}

function walk(text: string, unit: Unit, rules: Counting, max: number): Walked {
  const fixed = findFixed(text, rules)
  let [count, at] = [0, 0]
  let over: number | null = null
  const addLetters = (end: number) => {
    if (end <= at) return
    const part = walkPart(text.slice(at, end), unit, rules.weights, max - count)
    if (over === null && part.over !== null) over = at + part.over
    count += part.count
  }
  for (const { start, end, cost } of fixed) {
    if (start < at) continue
    addLetters(start)
    if (over === null && count + cost > max) over = start
    count += cost
    at = end
  }
  addLetters(text.length)
  return { count, over }
}

const walkPlain = (text: string, unit: Unit, max: number): Walked => walkPart(text, unit, null, max)

// A browser takes milliseconds to make it, and plain text needs none.
let segmenter: Intl.Segmenter | undefined
// Within printable ASCII and line feeds every letter is one in every unit.
const plain = /^[\n\x20-\x7e]*$/

function walkPart(text: string, unit: Unit, weights: Counting['weights'], max: number): Walked {
  if (plain.test(text)) return { count: text.length, over: text.length > max ? Math.max(0, max) : null }
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  let over: number | null = null
  for (const { segment, index } of segmenter.segment(text)) {
    count += costOf(segment, unit, weights)
    if (over === null && count > max) over = index
  }
  return { count, over }
}

const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u

/** The cost of one character as people see it. */
function costOf(character: string, unit: Unit, weights: Counting['weights']): number {
  switch (unit) {
    case 'grapheme':
      return 1
    case 'utf16':
      return character.length
    case 'codepoint':
      return codePoints(character)
    case 'utf8':
      return bytes(character)
    case 'emoji_utf8':
      return emoji.test(character) ? bytes(character) : codePoints(character)
    case 'weighted':
      return weights === null ? codePoints(character) : weigh(character.normalize(weights.form), weights)
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function bytes(text: string): number {
  let sum = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    sum += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return sum
}

// A literal with this flag is newer than the language level of the app's types, and no older than its browsers.
const isRgi = '\\p{RGI_Emoji}'
// A browser takes a long time to read it: it stands for thousands of sequences.
let emojiOfAnyLength: RegExp | undefined

function weigh(text: string, { usual, emoji: ofEmoji, light }: NonNullable<Counting['weights']>): number {
  let [sum, at] = [0, 0]
  const addLetters = (end: number) => {
    for (const letter of text.slice(at, end)) {
      const code = letter.codePointAt(0) ?? 0
      sum += light.some(({ first, last }) => code >= first && code <= last) ? 1 : usual
    }
  }
  emojiOfAnyLength ??= new RegExp(`${isRgi}|[#*0-9]\\ufe0f?\\u20e3`, 'gv')
  for (const { 0: found, index } of text.matchAll(emojiOfAnyLength)) {
    addLetters(index)
    sum += ofEmoji
    at = index + found.length
  }
  addLetters(text.length)
  return sum
}

interface Fixed {
  readonly start: number
  readonly end: number
  readonly cost: number
}

/** The links and mentions that do not cost their letters, in order. */
function findFixed(text: string, rules: Counting): Fixed[] {
  const { link_cost: cost, links, mentions, unit } = rules
  if ((links === null || cost === null) && mentions === null) return []
  const addresses = findRanges(text).filter(({ kind }) => kind === 'link')
  const found: Fixed[] = []
  if (links !== null && cost !== null) {
    const only = links.only && new RegExp(links.only.pattern, links.only.flags.replace('g', ''))
    for (const { start, end } of links.form === 'domain' ? findDomains(text) : addresses)
      if (only?.test(text.slice(start, end)) ?? true) found.push({ start, end, cost })
  }
  if (mentions !== null)
    for (const { 0: whole, 1: shown = '', index } of text.matchAll(
      new RegExp(mentions.pattern, mentions.flags),
    )) {
      const isInLink = addresses.some(({ start, end }) => index >= start && index < end)
      if (!isInLink || mentions.in_links)
        found.push({ start: index, end: index + whole.length, cost: lengthOf(shown, unit) })
    }
  return found.sort((one, other) => one.start - other.start)
}
