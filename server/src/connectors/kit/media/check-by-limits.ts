import { sentence, type Words, word } from '../../../lib/text/sentence.ts'
import {
  type Checked,
  type Draft,
  type DraftProblem,
  type Limits,
  mediaLimitsFor,
  type TextRange,
} from '../../connector.ts'
import { explainRefusals, type FittedMedia, fitMedia } from '../fitting/fit-media.ts'
import { type Counting, countingBy, countText, type PlainUnit } from '../text/count-text.ts'
import { checkMedia, type MediaWays, namesOfOne } from './check-media.ts'

/** The ways of a network that its limits do not say. */
export interface CheckWays extends MediaWays {
  /** How it counts against `limits.text.max`. */
  readonly counting: Counting
  /** Letters that count with each text, such as a content warning, and the words that say so. */
  readonly beside?: { readonly count: number; readonly note: Words }
  /** Whether the first post may have neither text nor media, because it shows something else. */
  readonly mayBeEmpty?: boolean
  /** Links, mentions and hashtags as the network sees them. */
  findPlaces(text: string): TextRange[]
  /** Everything else that is wrong with a post; `at` is '' for the first and `/thread/0` for the one after it. */
  checkPart?(part: DraftPart, at: string): DraftProblem[]
}

export type DraftPart = Pick<Draft, 'text' | 'media'>

/** The result of a check with another limit for the first text than for the others: that of a poll's question, or of the words below media. */
export function withTextMax(checked: Checked, text: string, max: number, counting: Counting): Checked {
  const over = counting.findOver(text, max)
  const places = checked.ranges.filter(({ kind }) => kind !== 'over')
  const beyond: TextRange[] = over === null ? [] : [{ kind: 'over', start: over, end: text.length }]
  return { ...checked, length: { ...checked.length, max }, ranges: [...places, ...beyond] }
}

/** Holds a draft against the limits of its account, each part of its thread too. A connector adds what is its own. */
export function checkByLimits(draft: Draft, given: Limits, ways: CheckWays): Checked {
  const limits = { ...given, media: mediaLimitsFor(given, draft.options) }
  const { max, unit } = limits.text
  const beside = ways.beside?.count ?? 0
  const parts = [draft, ...draft.thread].map((part, index) => {
    const at = index === 0 ? '' : `/thread/${index - 1}`
    return { at, text: part.text, fitted: fitPart(part, at, draft.mayFit, limits, ways) }
  })
  return {
    problems: [...parts.flatMap((part) => checkPart(part, limits, ways)), ...checkThread(draft, limits)],
    warnings: parts.flatMap(({ fitted }) => fitted.warnings),
    fits: parts.flatMap(({ fitted }) => fitted.fits),
    length: { count: beside + ways.counting.count(draft.text), max, unit },
    ranges: [...ways.findPlaces(draft.text), ...findOver(draft.text, limits, ways)],
  }
}

/** A post, or a part of a thread, with its media as they will be sent; `at` is '' for the first part. */
interface FittedPart {
  readonly at: string
  readonly text: string
  readonly fitted: FittedMedia
}

function fitPart(
  { media }: DraftPart,
  at: string,
  mayFit: boolean,
  { media: { kinds } }: Limits,
  ways: CheckWays,
): FittedMedia {
  return fitMedia(media, `${at}/media`, { ...ways, kinds, mayFit })
}

function checkPart(part: FittedPart, limits: Limits, ways: CheckWays): DraftProblem[] {
  const { at, text } = part
  const { media, refusals } = part.fitted
  if (at === '' && limits.media.required && media.length === 0) {
    const detail = sentence('A post here needs {kinds}.', { kinds: namesOfOne(limits.media) })
    return [{ pointer: '/media', code: 'media_required', detail }, ...checkText(text, '/text', limits, ways)]
  }
  const isEmpty = text.trim() === '' && media.length === 0
  if (isEmpty && !(at === '' && ways.mayBeEmpty))
    return [{ pointer: `${at}/text`, code: 'empty', detail: 'A post needs a text or media.' }]
  return [
    ...checkText(text, `${at}/text`, limits, ways),
    ...explainRefusals(checkMedia(media, `${at}/media`, limits.media, ways), refusals),
    ...(ways.checkPart?.({ text, media }, at) ?? []),
  ]
}

/** A text that is too long is reported once, for the first limit that it exceeds. */
function checkText(text: string, pointer: string, limits: Limits, ways: CheckWays): DraftProblem[] {
  const { max, also } = limits.text
  const count = (ways.beside?.count ?? 0) + ways.counting.count(text)
  if (count > max && limits.text.unit === 'utf8' && !ways.beside)
    return [{ pointer, code: 'text_too_long', detail: sayTooLong(ways, max, 'utf8', count) }]
  if (count > max) {
    const detail = sentence('{network} takes {max} characters; this text has {count}{note}.', {
      network: ways.network,
      max,
      count,
      note: ways.beside?.note ?? '',
    })
    return [{ pointer, code: 'text_too_long', detail }]
  }
  for (const other of also) {
    const units = countText(text, plainUnit(other.unit))
    if (units <= other.max) continue
    return [{ pointer, code: 'text_too_long', detail: sayTooLong(ways, other.max, other.unit, units) }]
  }
  return []
}

function sayTooLong({ network }: CheckWays, max: number, unit: keyof typeof unitNames, count: number): Words {
  return sentence('{network} takes {max} {unit} of text; this text has {count}.', {
    network,
    max,
    unit: unitNames[unit],
    count,
  })
}

const unitNames = {
  grapheme: word('characters'),
  codepoint: word('characters'),
  weighted: word('characters'),
  emoji_utf8: word('characters'),
  utf16: word('UTF-16 units'),
  utf8: word('bytes'),
} as const

function plainUnit(unit: Limits['text']['unit']): PlainUnit {
  if (unit === 'weighted' || unit === 'emoji_utf8')
    throw new Error('A second limit of a text counts every letter alike.')
  return unit
}

function checkThread({ thread }: Draft, { threadMax }: Limits): DraftProblem[] {
  if (thread.length < threadMax) return []
  const detail = sentence('A thread here has up to {max} posts, the first one included.', { max: threadMax })
  return [{ pointer: `/thread/${threadMax - 1}`, code: 'thread_too_long', detail }]
}

/** Where the text stops fitting by any of its limits. */
function findOver(text: string, { text: limit }: Limits, { counting, beside }: CheckWays): TextRange[] {
  const places = [
    counting.findOver(text, Math.max(0, limit.max - (beside?.count ?? 0))),
    ...limit.also.map(({ max, unit }) => countingBy(plainUnit(unit)).findOver(text, max)),
  ].filter((place) => place !== null)
  return places.length === 0 ? [] : [{ kind: 'over', start: Math.min(...places), end: text.length }]
}
