import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { explainRefusals, fitCover } from '../kit/fitting/fit-media.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { faultsOf } from '../kit/media/check-file.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, countText } from '../kit/text/count-text.ts'
import {
  coverOf,
  kindOf,
  mostCommentLetters,
  mostParts,
  mostTitleLetters,
  readChoices,
  wordsOf,
} from './options.ts'
import { readSettings } from './settings.ts'
import { titled } from './text-rules.ts'
import { warn } from './warn.ts'

const minuteMs = 60_000
const pauseOfAccountMs = 5_000
/** A post takes about six of the 100 calls that an app has in a minute. */
const postsOfApp = 15

// Reddit has captions in galleries and no alt texts; any that Crier takes is accepted, and a warning says how much is shown.
const altTextMax = 10_000

/** The documentation of the API names no limits of files. Source: what publishers and Reddit's own refusals say; see README.md. */
const picture: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/png'],
  maxBytes: 20_000_000,
}

const animation: MediaLimit = { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes: 100_000_000 }

const video: MediaLimit = {
  ...unlimited,
  kind: 'video',
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: 1_000_000_000,
  maxDurationMs: 15 * minuteMs,
}

/** The limits of the cover of a video. */
export const coverKinds: readonly MediaLimit[] = [picture]

/** The limits, which are the same for all accounts: communities have narrower ones, which `prepare` asks for. */
export function limits(account: Account | null): Limits {
  const clientId = account ? readSettings(account).clientId : ''
  return {
    text: { max: 40_000, unit: 'codepoint', also: [], linkCost: null, rules: titled },
    media: {
      required: false,
      kinds: [picture, animation, video],
      sets: [upTo(20, 'image'), upTo(1, 'gif'), upTo(1, 'video')],
      altTextMax,
    },
    placements: null,
    threadMax: mostParts,
    rates: [
      { per: 'account', of: account?.externalId ?? '', posts: 1, everyMs: pauseOfAccountMs },
      { per: 'app', of: clientId, posts: postsOfApp, everyMs: minuteMs },
    ],
  }
}

const network = 'Reddit'

/** Everything that Reddit is certain to refuse in any community. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network,
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    mayBeEmpty: kindOf(draft) === 'link',
    findPlaces: findRanges,
    checkPart: (part, at) => (at === '' ? [] : checkComment(part, at)),
  })
  const cover = checkCover(draft)
  return {
    ...checked,
    problems: [...checked.problems, ...checkTitle(draft), ...checkLink(draft), ...cover.problems],
    warnings: [...checked.warnings, ...cover.warnings, ...warn(draft, account)],
    fits: [...checked.fits, ...cover.fits],
  }
}

/** The parts of a thread after the first are comments. */
function checkComment({ text, media }: DraftPart, at: string): DraftProblem[] {
  const count = countText(text, 'codepoint')
  const isLong = count > mostCommentLetters && count <= limits(null).text.max
  const detail = sentence('A comment here has up to {max} characters; this one has {count}.', {
    max: mostCommentLetters,
    count,
  })
  return [
    ...(isLong ? [{ pointer: `${at}/text`, code: 'text_too_long', detail }] : []),
    ...(media.length > 0
      ? [{ pointer: `${at}/media`, code: 'media_in_comment', detail: 'A comment here takes no media.' }]
      : []),
  ]
}

/** A title that an option gives is bounded by its schema. */
function checkTitle(draft: Draft): DraftProblem[] {
  const { title, isFirstLine } = wordsOf(draft)
  const pointer = '/options/title'
  if (!isFirstLine) return []
  if (title === '' && (draft.media.length > 0 || kindOf(draft) === 'link')) {
    const detail = 'A post here needs a title: set one, or write a first line that is it.'
    return [{ pointer, code: 'title_required', detail }]
  }
  if (countText(title, 'codepoint') <= mostTitleLetters) return []
  const detail = sentence(
    'The first line is the title, and a title has up to {max} characters. Set a title, or end the line sooner.',
    { max: mostTitleLetters },
  )
  return [{ pointer, code: 'title_required', detail }]
}

function checkLink(draft: Draft): DraftProblem[] {
  const { url } = readChoices(draft)
  if (url === null || draft.media.length === 0) return []
  const detail = 'A post here has a link or media, not both. Put the link into the text.'
  return [{ pointer: '/options/url', code: 'option_unfit', detail }]
}

const coverNeeded =
  'Reddit shows no video without a cover. It is a frame of the video unless you name a picture.'

/** The cover of a video, which must have one: the picture that is named, or a frame of the video. */
function checkCover(draft: Draft): Pick<Checked, 'problems' | 'warnings' | 'fits'> {
  const pointer = '/options/cover_image'
  const refuse = (code: string, detail: string) => ({
    problems: [{ pointer, code, detail }],
    warnings: [],
    fits: [],
  })
  const named = coverOf(draft)
  const [first] = draft.media
  if (kindOf(draft) !== 'video' || !first)
    return named
      ? refuse('option_unfit', 'Only a video has a cover.')
      : { problems: [], warnings: [], fits: [] }
  // A frame changes nothing of the video that it is taken of.
  const how = { kinds: coverKinds, mayFit: draft.mayFit || named === null, network }
  const { media, fits: found, warnings, refusals } = fitCover(named ?? first, pointer, how)
  const fits = named ? found : found.map((fit) => ({ ...fit, why: coverNeeded }))
  if (media.some(({ kind }) => kind !== 'image'))
    return refuse('media_kind', 'The cover of a video is a picture.')
  const faults = media.flatMap((fitted) => faultsOf(fitted, picture, { network }))
  const problems = faults.map((fault) => ({ pointer, ...fault }))
  return { problems: explainRefusals(problems, refusals), warnings, fits }
}
