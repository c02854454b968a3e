import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { explainRefusals, fitCover } from '../kit/fitting/fit-media.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { faultsOf } from '../kit/media/check-file.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, countText } from '../kit/text/count-text.ts'
import { altTextOf, coverOf, readChoices } from './options.ts'
import { titled } from './text-rules.ts'
import { warn } from './warn.ts'

const minuteMs = 60_000
const mostAltText = 500
/** A video takes two of the 100 writes that an app may make for an account in a minute, and edits take some too. */
const pinsAMinute = 40

/** Sources: the schema `ContentType` of Pinterest’s description of its API; for the bytes help.pinterest.com/business/article/pinterest-product-specs. */
const picture: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/png'],
  maxBytes: 20_000_000,
}

/** Source: help.pinterest.com/business/article/pinterest-product-specs. */
const video: MediaLimit = {
  kind: 'video',
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: 2_000_000_000,
  minDurationMs: 4_000,
  maxDurationMs: 15 * minuteMs,
  shape: { ...anyShape, minAspect: 1 / 2, maxAspect: 1.91 },
  video: {
    codecs: ['h264', 'hevc'],
    audioCodecs: ['aac', 'mp3'],
    maxFrameRate: null,
    maxBitRate: null,
    maxAudioChannels: null,
    maxSampleRate: null,
    needsFastStart: false,
  },
}

/** The limits of the cover of a video. */
export const coverKinds: readonly MediaLimit[] = [picture]

/**
 * The limits, which are the same for all accounts. Sources: the schemas `PinCreate` and `PinMediaSourceImagesBase64` of Pinterest’s
 * description of its API; developers.pinterest.com/docs/reference/rate-limits.
 */
export function limits(account: Account | null): Limits {
  return {
    text: { max: 800, unit: 'codepoint', also: [], linkCost: null, rules: titled },
    media: {
      required: true,
      kinds: [picture, video],
      sets: [upTo(5, 'image'), upTo(1, 'video')],
      altTextMax: mostAltText,
    },
    placements: null,
    threadMax: 1,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: pinsAMinute, everyMs: minuteMs }],
  }
}

const network = 'Pinterest'

/** Everything that Pinterest is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network,
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
  })
  const cover = checkCover(draft)
  const problems = [
    ...checked.problems,
    ...checkBoard(draft),
    ...checkAltTexts(draft),
    ...checkMoment(draft),
    ...cover.problems,
  ]
  const warnings = [...checked.warnings, ...cover.warnings, ...warn(draft, account)]
  return { ...checked, problems, warnings, fits: [...checked.fits, ...cover.fits] }
}

/** One request makes one Pin, and only one request of a post can be looked for when its answer is lost. */
function checkBoard(draft: Draft): DraftProblem[] {
  const count = readChoices(draft).boardIds.length
  const pointer = '/options/board_ids'
  if (count === 0) return [{ pointer, code: 'board_required', detail: 'A Pin needs a board. Choose one.' }]
  if (count === 1) return []
  const detail = sentence(
    'A post is one Pin, and a Pin is on one board; these are {count}. Make a post for each of the boards.',
    { count },
  )
  return [{ pointer, code: 'too_many_boards', detail }]
}

/** Each alt text may be as long as that of the Pin, of which they are the lines. */
function checkAltTexts(draft: Draft): DraftProblem[] {
  const count = countText(altTextOf(draft), 'codepoint')
  const isEachFitting = draft.media.every(({ altText }) => countText(altText, 'codepoint') <= mostAltText)
  if (count <= mostAltText || !isEachFitting) return []
  const detail = sentence(
    'A Pin has one alt text of up to {max} characters; those of these pictures have {count} together.',
    { max: mostAltText, count },
  )
  return [{ pointer: '/media/0/alt_text', code: 'alt_texts_too_long', detail }]
}

function checkMoment(draft: Draft): DraftProblem[] {
  if (readChoices(draft).videoCoverTimestampMs === null || isVideo(draft)) return []
  const pointer = '/options/video_cover_timestamp_ms'
  return [{ pointer, code: 'option_unfit', detail: 'Only a video has a cover.' }]
}

/** The cover as it will be sent, against its limit. */
function checkCover(draft: Draft): Pick<Checked, 'problems' | 'warnings' | 'fits'> {
  const medium = coverOf(draft)
  if (!medium) return { problems: [], warnings: [], fits: [] }
  const pointer = '/options/cover_image'
  const refuse = (code: string, detail: string) => ({
    problems: [{ pointer, code, detail }],
    warnings: [],
    fits: [],
  })
  if (!isVideo(draft)) return refuse('option_unfit', 'Only a video has a cover.')
  const how = { kinds: coverKinds, mayFit: draft.mayFit, network }
  const { media, fits, warnings, refusals } = fitCover(medium, pointer, how)
  if (media.some(({ kind }) => kind !== 'image'))
    return refuse('media_kind', 'The cover of a video is a picture.')
  const faults = media.flatMap((fitted) => faultsOf(fitted, picture, { network }))
  const problems = faults.map((fault) => ({ pointer, ...fault }))
  return { problems: explainRefusals(problems, refusals), warnings, fits }
}

function isVideo({ media: [first] }: Draft): boolean {
  return first?.kind === 'video'
}
