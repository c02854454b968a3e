import type { Account, Checked, Draft, DraftProblem, Limits, TextRange } from '../connector.ts'
import { checkMedia } from './check-media.ts'
import { checkPoll } from './check-poll.ts'
import { kindsOf } from './media-kinds.ts'
import { mostParts, readChoices } from './options.ts'
import { type InstanceLimits, readSettings, rulesFor, usualLimits } from './settings.ts'
import { rulesOf, type Software } from './software.ts'
import { type Counting, countPlain, countText, findOver, findPlaces } from './text.ts'

/** The limits of the account's own instance; Mastodon's usual ones without an account. */
export function limits(account: Account | null): Limits {
  const rules = account ? rulesFor(account) : rulesOf('mastodon')
  const said = account ? readSettings(account).limits : usualLimits
  const counting = countingOf(rules, said)
  return {
    text: { max: said.maxCharacters, unit: counting.unit, also: [], linkCost: counting.linkCost },
    media: {
      max: said.maxMedia,
      required: rules.isGallery,
      kinds: kindsOf(said, rules),
      altTextMax: said.altTextMax,
      mixed: rules.mixesMedia,
    },
    threadMax: mostParts,
    rates: rules.rate ? [{ per: 'account', of: account?.externalId ?? '', ...rules.rate }] : [],
  }
}

function countingOf(rules: Software, said: InstanceLimits): Counting {
  return { unit: rules.unit, linkCost: rules.shortens ? said.charactersPerUrl : null }
}

/** The measure of a post's texts: the warning stands before each part, and counts with it. */
interface Measure {
  readonly counting: Counting
  readonly max: number
  /** The share of the content warning. */
  readonly taken: number
  readonly rules: Software
  readonly said: InstanceLimits
}

/** Everything the account's server is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const rules = rulesFor(account)
  const said = readSettings(account).limits
  const counting = countingOf(rules, said)
  const { spoiler } = readChoices(draft.options)
  const taken = rules.spoilerMax === null ? countPlain(spoiler, counting.unit) : 0
  const measure: Measure = { counting, max: said.maxCharacters, taken, rules, said }
  return {
    problems: [
      ...checkFirst(draft, measure),
      ...checkOptions(draft, measure),
      ...draft.thread.flatMap((part, index) => checkAnswer(part, `/thread/${index}`, measure)),
      ...checkThread(draft),
    ],
    length: { count: taken + countText(draft.text, counting), max: said.maxCharacters, unit: counting.unit },
    ranges: findRanges(draft.text, measure),
  }
}

type Part = Pick<Draft, 'text' | 'media'>

function checkFirst(draft: Draft, measure: Measure): DraftProblem[] {
  if (!measure.rules.isGallery || draft.media.length > 0) return checkPart(draft, '', measure)
  const detail = 'A post here needs a picture or a video.'
  return [{ pointer: '/media', code: 'media_required', detail }, ...checkText(draft.text, '/text', measure)]
}

function checkAnswer(part: Part, at: string, measure: Measure): DraftProblem[] {
  if (measure.rules.isGallery && part.media.length > 0) {
    const detail = 'Here only the first post of a thread can have media; the others are its comments.'
    return [{ pointer: `${at}/media`, code: 'media_kind', detail }]
  }
  return checkPart(part, at, measure)
}

function checkPart(part: Part, at: string, measure: Measure): DraftProblem[] {
  if (part.text.trim() === '' && part.media.length === 0)
    return [{ pointer: `${at}/text`, code: 'empty', detail: 'A post needs a text or media.' }]
  return [...checkText(part.text, `${at}/text`, measure), ...checkMedia(part.media, `${at}/media`, measure)]
}

function checkText(text: string, pointer: string, measure: Measure): DraftProblem[] {
  if (text.includes('\0'))
    return [
      { pointer, code: 'text_invalid', detail: 'This text has a NUL character, which nothing can show.' },
    ]
  const count = measure.taken + countText(text, measure.counting)
  if (count <= measure.max) return []
  const warned = measure.taken > 0 ? ', the content warning included' : ''
  const detail = `This server takes ${measure.max} characters; this text has ${count}${warned}.`
  return [{ pointer, code: 'text_too_long', detail }]
}

function checkOptions(draft: Draft, { rules, said, counting }: Measure): DraftProblem[] {
  const { spoiler, language, visibility, poll } = readChoices(draft.options)
  const problems: DraftProblem[] = []
  const spoilerMax = rules.spoilerMax ?? said.maxCharacters
  if (countPlain(spoiler, counting.unit) > spoilerMax) {
    const detail = `A content warning here has up to ${spoilerMax} characters.`
    problems.push({ pointer: '/options/spoiler_text', code: 'text_too_long', detail })
  }
  if (language !== null && !isLanguage(language, rules)) {
    const detail = `"${language}" is not a language tag. Use one such as en or pt-BR.`
    problems.push({ pointer: '/options/language', code: 'language_unknown', detail })
  }
  if (visibility === 'private' && !rules.reachesFollowers) {
    const detail = 'On this server a post for followers reaches only those whom it mentions. Use another one.'
    problems.push({ pointer: '/options/visibility', code: 'visibility_unknown', detail })
  }
  if (visibility === 'direct' && !rules.hasDirect) {
    const detail = 'This server has no posts for those mentioned only.'
    problems.push({ pointer: '/options/visibility', code: 'visibility_unknown', detail })
  }
  if (poll && !rules.hasPolls)
    problems.push({ pointer: '/options/poll', code: 'poll_invalid', detail: 'This server makes no polls.' })
  else if (poll) problems.push(...checkPoll(poll, draft, said, counting.unit))
  return problems
}

function checkThread(draft: Draft): DraftProblem[] {
  if (draft.thread.length < mostParts) return []
  const detail = `A thread has up to ${mostParts} posts, the first one included.`
  return [{ pointer: `/thread/${mostParts - 1}`, code: 'thread_too_long', detail }]
}

function findRanges(text: string, { max, taken, counting }: Measure): TextRange[] {
  const over = findOver(text, Math.max(0, max - taken), counting)
  const ranges = findPlaces(text)
  return over === null ? ranges : [...ranges, { kind: 'over', start: over, end: text.length }]
}

const [languageNames, regionNames] = (['language', 'region'] as const).map(
  (type) => new Intl.DisplayNames('en', { type, fallback: 'none' }),
)

function isLanguage(tag: string, { knowsLanguages }: Software): boolean {
  try {
    const { language, region = '' } = new Intl.Locale(tag)
    if (!knowsLanguages) return true
    // Some of the thousands of languages of three letters have no name here.
    const isKnown = language.length === 3 || languageNames?.of(language) !== undefined
    return isKnown && (region.length !== 2 || regionNames?.of(region) !== undefined)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
