import type {
  Checked,
  Draft,
  DraftMedia,
  DraftProblem,
  Limits,
  MediaKind,
  MediaLimit,
  TextRange,
} from '../connector.ts'
import { type Counting, countingBy, countText, type PlainUnit } from './count-text.ts'

/** The ways of a network that its limits do not say. */
export interface CheckWays {
  /** The network at the beginning of a sentence, such as `This server`. */
  readonly network: string
  /** How it counts against `limits.text.max`. */
  readonly counting: Counting
  readonly altTextUnit: PlainUnit
  /** Letters that count with each text, such as a content warning, and the words that say so. */
  readonly beside?: { readonly count: number; readonly said: string }
  /** Whether the first post may have neither text nor media, because it shows something else. */
  readonly mayBeEmpty?: boolean
  /** Links, mentions and hashtags as the network sees them. */
  findPlaces(text: string): TextRange[]
  /** Everything else that is wrong with a post; `at` is '' for the first and `/thread/0` for the one after it. */
  checkPart?(part: DraftPart, at: string): DraftProblem[]
  /** Everything else that is wrong with a medium of a kind the network takes. */
  checkMedium?(medium: DraftMedia, pointer: string): DraftProblem[]
}

export type DraftPart = Pick<Draft, 'text' | 'media'>

/** Holds a draft against the limits of its account, each part of its thread too. A connector adds what is its own. */
export function checkByLimits(draft: Draft, limits: Limits, ways: CheckWays): Checked {
  const { max, unit } = limits.text
  const beside = ways.beside?.count ?? 0
  return {
    problems: [
      ...checkFirst(draft, limits, ways),
      ...draft.thread.flatMap((part, index) => checkPart(part, `/thread/${index}`, limits, ways)),
      ...checkThread(draft, limits),
    ],
    warnings: [],
    length: { count: beside + ways.counting.count(draft.text), max, unit },
    ranges: [...ways.findPlaces(draft.text), ...findOver(draft.text, limits, ways)],
  }
}

function checkFirst(draft: Draft, limits: Limits, ways: CheckWays): DraftProblem[] {
  if (!limits.media.required || draft.media.length > 0) return checkPart(draft, '', limits, ways)
  const detail = `A post here needs ${orList(limits.media.kinds.map(({ kind }) => nouns[kind].one))}.`
  return [
    { pointer: '/media', code: 'media_required', detail },
    ...checkText(draft.text, '/text', limits, ways),
  ]
}

function checkPart(part: DraftPart, at: string, limits: Limits, ways: CheckWays): DraftProblem[] {
  const isEmpty = part.text.trim() === '' && part.media.length === 0
  if (isEmpty && !(at === '' && ways.mayBeEmpty))
    return [{ pointer: `${at}/text`, code: 'empty', detail: 'A post needs a text or media.' }]
  const pointer = `${at}/media`
  return [
    ...checkText(part.text, `${at}/text`, limits, ways),
    ...checkTogether(part.media, pointer, limits, ways),
    ...part.media.flatMap((medium, index) => checkMedium(medium, `${pointer}/${index}`, limits, ways)),
    ...(ways.checkPart?.(part, at) ?? []),
  ]
}

/** A text that is too long is told once, by the first limit it goes over. */
function checkText(text: string, pointer: string, limits: Limits, ways: CheckWays): DraftProblem[] {
  const { max, also } = limits.text
  const count = (ways.beside?.count ?? 0) + ways.counting.count(text)
  if (count > max) {
    const detail = `${ways.network} takes ${max} characters; this text has ${count}${ways.beside?.said ?? ''}.`
    return [{ pointer, code: 'text_too_long', detail }]
  }
  for (const other of also) {
    const units = countText(text, plainUnit(other.unit))
    if (units <= other.max) continue
    const detail = `${ways.network} takes ${other.max} ${unitNames[other.unit]} of text; this text has ${units}.`
    return [{ pointer, code: 'text_too_long', detail }]
  }
  return []
}

const unitNames = {
  grapheme: 'characters',
  codepoint: 'characters',
  weighted: 'characters',
  utf16: 'UTF-16 units',
  utf8: 'bytes',
} as const

function plainUnit(unit: Limits['text']['unit']): PlainUnit {
  if (unit === 'weighted') throw new Error('A second limit of a text counts every letter alike.')
  return unit
}

// Media of a kind the network does not take are refused one by one, and do not make the others mixed.
function checkTogether(
  media: readonly DraftMedia[],
  pointer: string,
  { media: limits }: Limits,
  { network }: CheckWays,
): DraftProblem[] {
  const taken = limits.kinds.filter(({ kind }) => media.some((medium) => medium.kind === kind))
  if (!limits.mixed && taken.length > 1) {
    const kinds = orList(taken.map(({ kind }) => nouns[kind].many))
    return [{ pointer, code: 'media_mixed', detail: `A post here shows ${kinds}, not together.` }]
  }
  const tooMany = (index: number, detail: string) => [
    { pointer: `${pointer}/${index}`, code: 'too_many_media', detail },
  ]
  for (const { kind, max } of taken) {
    const places = media.flatMap((medium, index) => (medium.kind === kind ? [index] : []))
    const over = places[max]
    if (over === undefined) continue
    const most = max === 1 ? nouns[kind].one : `${max} ${nouns[kind].many}`
    return tooMany(over, `${network} shows ${most} in a post; this one has ${places.length}.`)
  }
  if (media.length <= limits.max) return []
  return tooMany(limits.max, `${network} shows ${limits.max} media in a post; this one has ${media.length}.`)
}

function checkMedium(medium: DraftMedia, pointer: string, limits: Limits, ways: CheckWays): DraftProblem[] {
  const { network, altTextUnit } = ways
  const limit = limits.media.kinds.find(({ kind }) => kind === medium.kind)
  if (!limit) {
    const detail = `${network} takes no ${nouns[medium.kind].many}.`
    return [{ pointer, code: 'media_kind', detail }]
  }
  const problems = [
    ...checkFile(medium, pointer, limit, ways),
    ...(ways.checkMedium?.(medium, pointer) ?? []),
  ]
  const { altTextMax } = limits.media
  const count = countText(medium.altText, altTextUnit)
  if (count > altTextMax) {
    const detail = `An alt text here has up to ${altTextMax} characters; this one has ${count}.`
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}

function checkFile(
  { mimeType, bytes, durationMs, kind }: DraftMedia,
  pointer: string,
  { types, maxBytes, maxDurationMs }: MediaLimit,
  { network }: CheckWays,
): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (!types.includes(mimeType)) {
    const detail = `${network} takes no ${mimeType}. Use ${orList(types)}.`
    problems.push({ pointer, code: 'media_type', detail })
  }
  if (maxBytes !== null && bytes > maxBytes) {
    const detail = `${network} takes ${maxBytes} bytes of ${nouns[kind].one}; this file has ${bytes}.`
    problems.push({ pointer, code: 'media_too_large', detail })
  }
  if (maxDurationMs !== null && durationMs !== null && durationMs > maxDurationMs) {
    const [most, long] = [maxDurationMs / 1_000, Math.ceil(durationMs / 1_000)]
    const detail = `${network} shows ${nouns[kind].many} of up to ${most} seconds; this one has ${long}.`
    problems.push({ pointer, code: 'media_too_long', detail })
  }
  return problems
}

const nouns: Readonly<Record<MediaKind, { readonly one: string; readonly many: string }>> = {
  image: { one: 'a picture', many: 'pictures' },
  gif: { one: 'a moving picture', many: 'moving pictures' },
  video: { one: 'a video', many: 'videos' },
  document: { one: 'a document', many: 'documents' },
}

const orFormat = new Intl.ListFormat('en', { type: 'disjunction' })

function orList(words: readonly string[]): string {
  return orFormat.format(words)
}

function checkThread({ thread }: Draft, { threadMax }: Limits): DraftProblem[] {
  if (thread.length < threadMax) return []
  const detail = `A thread here has up to ${threadMax} posts, the first one included.`
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
