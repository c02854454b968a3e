import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { explainRefusals, fitCover } from '../kit/fitting/fit-media.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { faultsOf } from '../kit/media/check-file.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { readChoices, thumbnailOf, titleOf } from './options.ts'
import { isShort } from './own-videos.ts'
import { mayDo, readSettings } from './settings.ts'
import { titled } from './text-rules.ts'

const dayMs = 24 * 3_600_000
const mostTagLetters = 500
const longestUnverifiedMs = 15 * 60_000

// YouTube has no alt texts; any that Crier takes is accepted, and `check` says that it is not shown.
const altTextMax = 10_000

/** Sources: developers.google.com/youtube/v3/docs/videos (texts, bytes), support.google.com/youtube/answer/71673 (12 hours). */
export function limits(account: Account | null): Limits {
  const { clientId, uploadsPerDay } = account ? readSettings(account) : { clientId: '', uploadsPerDay: 100 }
  return {
    text: { max: 5_000, unit: 'utf8', also: [], linkCost: null, rules: titled },
    media: {
      required: true,
      kinds: [
        {
          ...unlimited,
          kind: 'video',
          types: ['video/mp4', 'video/quicktime', 'video/webm'],
          maxBytes: 256 * 1_024 ** 3,
          maxDurationMs: 12 * 3_600_000,
        },
      ],
      sets: [upTo(1, 'video')],
      altTextMax,
    },
    placements: null,
    threadMax: 1,
    rates: [{ per: 'app', of: clientId, posts: uploadsPerDay, everyMs: dayMs }],
  }
}

/** Source: developers.google.com/youtube/v3/docs/thumbnails/set, 50 MB since 14 September 2026. */
const thumbnailLimit: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/png'],
  maxBytes: 50 * 1_024 ** 2,
}
export const thumbnailKinds: readonly MediaLimit[] = [thumbnailLimit]

const ways = { network: 'YouTube', altTextUnit: 'codepoint' } as const

/** Everything that YouTube is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const found = checkByLimits(draft, limits(account), {
    ...ways,
    counting: countingBy('utf8'),
    findPlaces: findRanges,
    checkPart: ({ text }: DraftPart, at) => checkLetters(text, `${at}/text`),
  })
  const thumbnail = checkThumbnail(draft)
  return {
    ...found,
    problems: [
      ...found.problems,
      ...checkTitle(draft),
      ...checkTags(draft),
      ...checkPlaylists(draft, account),
      ...thumbnail.problems,
    ],
    warnings: [...found.warnings, ...thumbnail.warnings, ...warn(draft, account)],
    fits: [...found.fits, ...thumbnail.fits],
  }
}

function checkLetters(text: string, pointer: string): DraftProblem[] {
  if (!/[<>]/.test(text)) return []
  return [{ pointer, code: 'letters_refused', detail: 'YouTube takes no < and no > here.' }]
}

function checkTitle(draft: Draft): DraftProblem[] {
  const pointer = '/options/title'
  if (readChoices(draft).title !== null && titleOf(draft) !== '') return checkLetters(titleOf(draft), pointer)
  if (titleOf(draft) !== '') return []
  return [{ pointer, code: 'title_required', detail: 'A video needs a title, or a text to take it from.' }]
}

/** Commas between tags count, and quotes around a tag with spaces (developers.google.com/youtube/v3/docs/videos#snippet.tags[]). */
function checkTags(draft: Draft): DraftProblem[] {
  const { tags } = readChoices(draft)
  const pointer = '/options/tags'
  const problems = tags.flatMap((tag, index) => checkLetters(tag, `${pointer}/${index}`))
  const letters = tags.map((tag) => [...tag].length + (/\s/.test(tag) ? 2 : 0))
  const count = letters.reduce((sum, one) => sum + one, 0) + Math.max(0, tags.length - 1)
  if (count <= mostTagLetters) return problems
  const detail = sentence(
    'YouTube takes {mostTagLetters} characters of tags; these have {count} with their commas and quotes.',
    { mostTagLetters, count },
  )
  return [...problems, { pointer, code: 'tags_too_long', detail }]
}

function checkPlaylists(draft: Draft, account: Account): DraftProblem[] {
  if (readChoices(draft).playlistIds.length === 0 || mayDo('manage', readSettings(account).granted)) return []
  const detail =
    'This channel was connected without the permission to change playlists. Connect it again to allow that.'
  return [{ pointer: '/options/playlist_ids', code: 'permission_missing', detail }]
}

/** The thumbnail as it will be sent, against its limit. */
function checkThumbnail(draft: Draft): Pick<Checked, 'problems' | 'warnings' | 'fits'> {
  const medium = thumbnailOf(draft)
  if (!medium) return { problems: [], warnings: [], fits: [] }
  const pointer = '/options/thumbnail'
  const how = { kinds: thumbnailKinds, mayFit: draft.mayFit, network: ways.network }
  const { media, fits, warnings, refusals } = fitCover(medium, pointer, how)
  const problems = media.flatMap((fitted) =>
    fitted.kind === 'image'
      ? faultsOf(fitted, thumbnailLimit, ways).map((fault) => ({ pointer, ...fault }))
      : [{ pointer, code: 'media_kind', detail: 'A thumbnail is a picture.' }],
  )
  return { problems: explainRefusals(problems, refusals), warnings, fits }
}

function warn(draft: Draft, account: Account): DraftProblem[] {
  const { isVerified } = readSettings(account)
  const [video] = draft.media
  const thumbnail = thumbnailOf(draft) !== null
  const warnings: [boolean, string, string, string][] = [
    [(video?.altText ?? '') !== '', '/media/0', 'alt_text_not_shown', 'YouTube shows no alt texts.'],
    [thumbnail && isShort(draft), '/options/thumbnail', 'thumbnail_of_short', ofShort],
    [thumbnail && isVerified === false, '/options/thumbnail', 'channel_not_verified', unverified],
    [isVerified === false && (video?.durationMs ?? 0) > longestUnverifiedMs, '/media/0', ...tooLong],
  ]
  return warnings.flatMap(([isSo, pointer, code, detail]) => (isSo ? [{ pointer, code, detail }] : []))
}

const ofShort = 'YouTube will show this video as a Short, and Shorts show no thumbnail of one’s own.'
const unverified =
  'YouTube takes thumbnails of verified channels only. Without youtube.com/verify the video keeps a picture of its own.'
const tooLong: [string, string] = [
  'channel_not_verified',
  'YouTube takes videos of more than 15 minutes of verified channels only; see youtube.com/verify.',
]
