import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { warn } from './warn.ts'

/** WordPress has no limit of its own; this one is ours. A request of 256 kB has room for so many characters of four bytes. */
const mostText = 60_000
/** A site tells the most that it takes only when it refuses a file. Pictures are made smaller then. */
export const mostPictureBytes = 20_000_000
const altTextMax = 1_000
/** The column of comments holds 65,525 bytes. Source: wp_get_comment_fields_max_lengths. */
const mostCommentBytes = 65_000

/** The types that every WordPress from 5.8 on takes. Source: wp_get_mime_types. */
const kinds: readonly MediaLimit[] = [
  {
    ...unlimited,
    kind: 'image',
    types: ['image/jpeg', 'image/png', 'image/webp'],
    maxBytes: mostPictureBytes,
  },
  { ...unlimited, kind: 'gif', types: ['image/gif'] },
  { ...unlimited, kind: 'video', types: ['video/mp4', 'video/webm', 'video/quicktime'] },
  { ...unlimited, kind: 'document', types: ['application/pdf'] },
]

/** The limits, which are the same for all sites. README.md has the source of each. */
export function limits(_account: Account | null): Limits {
  return {
    text: textUpTo(mostText, 'codepoint'),
    media: {
      required: false,
      kinds,
      sets: [upTo(10, 'image', 'gif', 'video', 'document')],
      altTextMax,
    },
    placements: null,
    threadMax: 1,
    rates: [],
  }
}

/** Everything that the site is certain to refuse, or that it would publish in another way than was meant. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Crier',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => checkWords(part, at, readChoices(draft.options).format),
  })
  return {
    ...checked,
    problems: [
      ...checked.problems,
      ...checkRights(draft, account),
      ...checkPage(draft, account),
      ...checkComment(draft),
    ],
    warnings: [...checked.warnings, ...warn(draft)],
  }
}

function checkWords({ text }: DraftPart, at: string, format: string): DraftProblem[] {
  const pointer = `${at}/text`
  if (text.includes('\0')) {
    const detail = 'This text has a NUL character, which nothing can show.'
    return [{ pointer, code: 'text_invalid', detail }]
  }
  if (format === 'html' && /<!--\s*\/?wp:/.test(text)) {
    const detail = 'Write the HTML without the comments of WordPress’s editor, such as <!-- wp:paragraph -->.'
    return [{ pointer, code: 'text_invalid', detail }]
  }
  return []
}

function checkRights({ media }: Draft, account: Account): DraftProblem[] {
  if (media.length === 0 || readSettings(account).mayUpload) return []
  const detail = 'This user may not upload files to the site. Give it the role Author or Editor.'
  return [{ pointer: '/media', code: 'media_kind', detail }]
}

/** A page has neither categories nor tags, and is in no list at whose top it could stay. */
function checkPage({ options }: Draft, account: Account): DraftProblem[] {
  const { type, categories, tags, sticky } = readChoices(options)
  if (type !== 'page') return []
  const unfit = (name: string) => {
    const detail = 'A page has no such thing. Leave this out, or publish a post.'
    return { pointer: `/options/${name}`, code: 'option_unfit', detail }
  }
  const problems = [
    ...(categories.length > 0 ? [unfit('categories')] : []),
    ...(tags.length > 0 ? [unfit('tags')] : []),
    ...(sticky ? [unfit('sticky')] : []),
  ]
  if (readSettings(account).mayPublishPages) return problems
  const detail = 'This user may publish no pages. Give it the role Editor, or publish a post.'
  return [{ pointer: '/options/type', code: 'option_unfit', detail }, ...problems]
}

function checkComment({ options }: Draft): DraftProblem[] {
  const { firstComment, commentStatus } = readChoices(options)
  const pointer = '/options/first_comment'
  if (firstComment === null) return []
  if (commentStatus === 'closed') {
    const detail = 'A post without comments takes no first comment either.'
    return [{ pointer, code: 'option_unfit', detail }]
  }
  if (Buffer.byteLength(firstComment) <= mostCommentBytes) return []
  return [{ pointer, code: 'text_too_long', detail: 'A comment has up to 65,000 bytes.' }]
}
