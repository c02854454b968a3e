import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, TextRules, TextUnit } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { countingBy, countText, textUpTo } from '../kit/text/count-text.ts'
import { generationOf } from './generation.ts'
import { mediaLimits } from './media-kinds.ts'
import { mostCommentLetters, mostParts, mostTitleLetters, readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { longestBlock, picturesInText, showsPicture, wordsOf } from './words.ts'

/** Source: POST_BODY_MAX_LENGTH in crates/utils/src/utils/validation.rs. */
const mostText = 50_000
/** Source: is_valid_post_title there. */
const leastTitleLetters = 3

/** Lemmy 1.0 counts as the form of its own app does; 0.19 counts characters. Source: max_length_check there. */
function unitOf(account: Account | null): Extract<TextUnit, 'codepoint' | 'utf16'> {
  return account && generationOf(readSettings(account).version) === '0.19' ? 'codepoint' : 'utf16'
}

/** The text of a post stands below its title, which is counted apart. */
const titled: TextRules = {
  weights: null,
  links: null,
  mentions: null,
  fields: [
    { option: 'title', label: 'Title', max: mostTitleLetters, unit: 'codepoint', countsWithText: false },
  ],
}

/** The limits of the account's own server; the stricter ones without an account. */
export function limits(account: Account | null): Limits {
  const rate = account ? readSettings(account).rate : null
  return {
    text: { ...textUpTo(mostText, unitOf(account)), rules: titled },
    media: mediaLimits,
    placements: null,
    threadMax: mostParts,
    rates: rate && account ? [{ per: 'server', of: readSettings(account).instance, ...rate }] : [],
  }
}

/** Everything that the account's server is certain to refuse in any community. */
export function check(draft: Draft, account: Account): Checked {
  const unit = unitOf(account)
  const checked = checkByLimits(draft, limits(account), {
    network: word('This server'),
    counting: countingBy(unit),
    altTextUnit: 'utf16',
    mayBeEmpty: readChoices(draft).url !== null,
    findPlaces: findRanges,
    checkPart: (part, at) => checkPart(part, at, draft, unit),
  })
  return {
    ...checked,
    problems: [...checked.problems, ...checkCommunity(draft), ...checkTitle(draft)],
    warnings: [...checked.warnings, ...warn(draft)],
  }
}

/** The parts of a thread after the first are comments, and pictures in a text count with it. */
function checkPart(
  { text, media }: DraftPart,
  at: string,
  draft: Draft,
  unit: 'codepoint' | 'utf16',
): DraftProblem[] {
  const pointer = `${at}/text`
  if (text.includes('\0'))
    return [
      { pointer, code: 'text_invalid', detail: 'This text has a NUL character, which nothing can show.' },
    ]
  const isComment = at !== ''
  const max = isComment ? mostCommentLetters : mostText
  const isShown = showsPicture({ media, options: draft.options }, isComment)
  const count = countText(text, unit)
  const all = count + countText(longestBlock(picturesInText(media, isShown)), unit)
  // A text that is too long for a post was said to be.
  if (all <= max || count > mostText) return []
  return [{ pointer, code: 'text_too_long', detail: sayTooLong(isComment, max, all) }]
}

function sayTooLong(isComment: boolean, max: number, count: number): Words {
  return isComment
    ? sentence('A comment here has up to {max} characters; this one has {count}.', { max, count })
    : sentence('A text here has up to {max} characters; with its pictures this one may have {count}.', {
        max,
        count,
      })
}

function checkCommunity(draft: Draft): DraftProblem[] {
  if (readChoices(draft).community !== null) return []
  return [
    { pointer: '/options/community', code: 'community_required', detail: 'A post here needs a community.' },
  ]
}

function checkTitle(draft: Draft): DraftProblem[] {
  const { title, isFirstLine } = wordsOf(draft)
  const pointer = '/options/title'
  // A post of nothing at all was said to be empty.
  if (title === '' && draft.media.length === 0 && readChoices(draft).url === null) return []
  const count = countText(title, 'codepoint')
  if (count > mostTitleLetters && isFirstLine) {
    const detail = sentence(
      'The first line is the title, and a title has up to {max} characters. Set a title, or end the line sooner.',
      { max: mostTitleLetters },
    )
    return [{ pointer, code: 'title_required', detail }]
  }
  if (count >= leastTitleLetters) return []
  const detail = sentence(
    'A post here needs a title of {min} characters or more: set one, or write a first line that is it.',
    { min: leastTitleLetters },
  )
  return [{ pointer, code: 'title_required', detail }]
}

/** The things that a person may not expect, although the server takes the post. */
function warn(draft: Draft): DraftProblem[] {
  const community = readChoices(draft).community
  if (community === null) return []
  const detail = sentence(
    'The community {community} has rules of its own, and its moderators may remove a post.',
    { community },
  )
  return [{ pointer: '/options/community', code: 'community_rules', detail }]
}
