import { countGraphemes, offsetAfterGraphemes } from '../../lib/text/graphemes.ts'
import { isLanguageTag } from '../../lib/text/language-tag.ts'
import { sentence, word } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Checked, Draft, DraftMedia, DraftProblem, Limits, TextRange } from '../connector.ts'
import { explainRefusals, type FittedMedia, fitCover, fitMedia } from '../kit/fitting/fit-media.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { mostAltTextLetters, mostLetters, mostParts, pollLimits } from './options.ts'

const megabyte = 1_024 * 1_024
const mostBytes = 5_000

/** The pretend network's limits are its own; see README.md. */
export const limits: Limits = {
  text: {
    max: mostLetters,
    unit: 'grapheme',
    also: [{ max: mostBytes, unit: 'utf8' }],
    linkCost: null,
    rules: null,
  },
  media: {
    required: false,
    kinds: [
      {
        ...unlimited,
        kind: 'image',
        types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
        maxBytes: 20 * megabyte,
      },
      { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes: 20 * megabyte },
      {
        ...unlimited,
        kind: 'video',
        types: ['video/mp4', 'video/quicktime', 'video/webm'],
        maxBytes: 64 * megabyte,
      },
    ],
    sets: [upTo(10, 'image'), upTo(1, 'gif'), upTo(1, 'video')],
    altTextMax: mostAltTextLetters,
  },
  placements: null,
  threadMax: mostParts,
  rates: [],
}

/** Everything the pretend network is certain to refuse. */
export function check(draft: Draft): Checked {
  const parts = [draft, ...draft.thread].map(({ text, media }, index) => {
    const at = index === 0 ? '' : `/thread/${index - 1}`
    const ways = { kinds: limits.media.kinds, mayFit: draft.mayFit, network: word('The sandbox') }
    return { text, at, ...fitMedia(media, `${at}/media`, ways) }
  })
  const cover = fitCoverOf(draft)
  const problems = [
    ...parts.flatMap(({ text, media, at, refusals }) =>
      explainRefusals(checkPart(text, media, at), refusals),
    ),
    ...checkThreadLength(draft),
    ...checkOptions(draft),
    ...explainRefusals(cover.media.flatMap(checkCover), cover.refusals),
  ]
  return {
    problems,
    warnings: [...parts, cover].flatMap(({ warnings }) => warnings),
    fits: [...parts, cover].flatMap(({ fits }) => fits),
    length: { count: countGraphemes(draft.text), max: mostLetters, unit: 'grapheme' },
    ranges: [...findRanges(draft.text), ...findOver(draft.text)],
  }
}

function checkPart(text: string, media: readonly DraftMedia[], at: string): DraftProblem[] {
  const problems = checkText(text, `${at}/text`)
  if (!text.trim() && media.length === 0) {
    problems.push({ pointer: `${at}/text`, code: 'empty', detail: 'A sandbox post needs words or media.' })
  }
  return [...problems, ...checkTogether(media, `${at}/media`), ...checkEach(media, `${at}/media`)]
}

function checkText(text: string, pointer: string): DraftProblem[] {
  if (!isStorable(text)) return [unstorableText(pointer)]
  const count = countGraphemes(text)
  if (count > mostLetters) {
    const detail = sentence('This text has {count} characters; the sandbox takes {mostLetters}.', {
      count,
      mostLetters,
    })
    return [{ pointer, code: 'text_too_long', detail }]
  }
  const bytes = Buffer.byteLength(text)
  if (bytes <= mostBytes) return []
  return [
    {
      pointer,
      code: 'text_too_long',
      detail: sentence('This text has {bytes} bytes; the sandbox takes {mostBytes}.', { bytes, mostBytes }),
    },
  ]
}

function checkTogether(media: readonly DraftMedia[], pointer: string): DraftProblem[] {
  const problems: DraftProblem[] = []
  const kinds = new Set(media.map((medium) => medium.kind))
  if (kinds.size > 1) {
    const detail = 'The sandbox takes pictures, one moving picture or one video, not together.'
    problems.push({ pointer, code: 'media_mixed', detail })
  }
  for (const {
    kinds: [kind],
    max,
  } of limits.media.sets) {
    const count = media.filter((medium) => medium.kind === kind).length
    if (count <= max) continue
    problems.push({
      pointer,
      code: 'too_many_media',
      detail: sentence('The sandbox takes {max} of kind {kind}, not {count}.', {
        max,
        kind: kind ?? '',
        count,
      }),
    })
  }
  if (new Set(media.map(({ id }) => id)).size < media.length) {
    problems.push({
      pointer,
      code: 'media_repeated',
      detail: 'The sandbox shows each medium once in a post.',
    })
  }
  return problems
}

function checkEach(media: readonly DraftMedia[], at: string): DraftProblem[] {
  return media.flatMap((medium, index) => checkMedium(medium, `${at}/${index}`))
}

function checkMedium(medium: DraftMedia, pointer: string): DraftProblem[] {
  const { mimeType, bytes, altText } = medium
  const kind = limits.media.kinds.find(
    (limit) => limit.kind === medium.kind && limit.types.includes(mimeType),
  )
  if (!kind)
    return [
      {
        pointer,
        code: 'media_type_unknown',
        detail: sentence('The sandbox does not take {mimeType}.', { mimeType }),
      },
    ]
  const problems: DraftProblem[] = []
  if (kind.maxBytes !== null && bytes > kind.maxBytes) {
    const detail = sentence('This file has {bytes} bytes; the sandbox takes {maxBytes}.', {
      bytes,
      maxBytes: kind.maxBytes,
    })
    problems.push({ pointer, code: 'media_too_large', detail })
  }
  if (!isStorable(altText)) problems.push(unstorableText(`${pointer}/alt_text`))
  else if (countGraphemes(altText) > mostAltTextLetters) {
    const detail = sentence('This description is longer than {mostAltTextLetters} characters.', {
      mostAltTextLetters,
    })
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}

function checkThreadLength({ thread }: Draft): DraftProblem[] {
  if (thread.length < mostParts) return []
  const detail = sentence('A thread in the sandbox has at most {mostParts} posts, the first one included.', {
    mostParts,
  })
  return [{ pointer: '/thread', code: 'thread_too_long', detail }]
}

/** The limits of the picture that is shown as a cover. */
export const coverKinds = limits.media.kinds.filter(({ kind }) => kind === 'image')

const noCover: FittedMedia = { media: [], fits: [], warnings: [], refusals: new Map() }

function fitCoverOf({ options, optionMedia, mayFit }: Draft): FittedMedia {
  const cover = optionMedia.find(({ id }) => id === options.cover)
  const ways = { kinds: coverKinds, mayFit, network: word('The sandbox') }
  return cover ? fitCover(cover, '/options/cover', ways) : noCover
}

function checkOptions({ options }: Draft): DraftProblem[] {
  const { poll, language, first_comment: comment } = options
  const problems: DraftProblem[] = []
  if (typeof comment === 'string')
    problems.push(...checkPart(comment, [], '/options/first_comment').map(onComment))
  if (typeof language === 'string' && !isLanguageTag(language)) {
    const detail = sentence('"{language}" is not a language tag such as en or pt-BR.', { language })
    problems.push({ pointer: '/options/language', code: 'language_invalid', detail })
  }
  return [...problems, ...checkChoices(poll)]
}

function checkCover(cover: DraftMedia): DraftProblem[] {
  const pointer = '/options/cover'
  if (cover.kind === 'image') return checkMedium(cover, pointer)
  return [{ pointer, code: 'media_kind', detail: 'The cover of a sandbox post is a picture.' }]
}

function onComment(problem: DraftProblem): DraftProblem {
  return { ...problem, pointer: '/options/first_comment' }
}

function checkChoices(poll: Draft['options'][string] | undefined): DraftProblem[] {
  const choices =
    poll && typeof poll === 'object' && 'options' in poll && Array.isArray(poll.options) ? poll.options : []
  const problems: DraftProblem[] = []
  for (const [index, choice] of choices.entries()) {
    const text = String(choice)
    const pointer = `/options/poll/options/${index}`
    if (!isStorable(text)) problems.push(unstorableText(pointer))
    else if (!text.trim() || countGraphemes(text) > pollLimits.letters) {
      const detail = sentence('A choice of a poll has 1 to {letters} characters.', {
        letters: pollLimits.letters,
      })
      problems.push({ pointer, code: 'poll_invalid', detail })
    }
    if (choices.slice(0, index).some((other) => String(other).trim() === text.trim())) {
      problems.push({ pointer, code: 'poll_invalid', detail: 'This choice stands in the poll twice.' })
    }
  }
  return problems
}

function findOver(text: string): TextRange[] {
  const start = offsetAfterGraphemes(text, mostLetters)
  return start < text.length ? [{ kind: 'over', start, end: text.length }] : []
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unstorableText(pointer: string): DraftProblem {
  return { pointer, code: 'text_invalid', detail: 'This text has a NUL character or half of a character.' }
}
