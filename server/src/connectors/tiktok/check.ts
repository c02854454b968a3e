import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit, TextRules } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { isVideo, mostTitleLetters, privacyOfDraft, readChoices } from './options.ts'
import { notAudited } from './refusals.ts'
import { mayDo, readSettings } from './settings.ts'
import { warn } from './warn.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const longestVideoMs = 10 * minuteMs

/**
 * UTF-16 units of the caption of a video, and of the description of photos.
 * Sources: developers.tiktok.com/doc/content-posting-api-reference-direct-post and …-photo-post.
 */
const most = { caption: 2_200, description: 4_000 }

// TikTok has no alt texts; any that Crier takes is accepted, and `check` says that it is not shown.
const altTextMax = 10_000

/** A video has 4 GB at most. Source: developers.tiktok.com/doc/content-posting-api-media-transfer-guide. */
const video: MediaLimit = {
  ...unlimited,
  kind: 'video',
  types: ['video/mp4', 'video/quicktime', 'video/webm'],
  maxBytes: 4_000_000_000,
  maxDurationMs: longestVideoMs,
  shape: { ...anyShape, minWidth: 360, minHeight: 360, maxWidth: 4_096, maxHeight: 4_096 },
  video: {
    codecs: ['h264', 'hevc', 'vp8', 'vp9'],
    // No document says which sound TikTok takes: these are what the three types of file have.
    audioCodecs: ['aac', 'mp3', 'opus', 'vorbis'],
    maxFrameRate: 60,
    maxBitRate: null,
    maxAudioChannels: null,
    maxSampleRate: null,
    needsFastStart: false,
  },
}

/**
 * A photo has 20 MB and “1080p” at most, which is 1080 by 1920 for an upright picture.
 * Source: developers.tiktok.com/doc/content-posting-api-media-transfer-guide.
 */
const photo: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/webp'],
  maxBytes: 20_000_000,
  shape: { ...anyShape, maxWidth: 1_080, maxHeight: 1_920 },
}

const titled: TextRules = {
  weights: null,
  links: null,
  mentions: null,
  fields: [{ option: 'title', label: 'Title', max: mostTitleLetters, unit: 'utf16', countsWithText: false }],
}

/**
 * The limits of an account, whose longest video is its own. The posts of a day are counted over all programs, so fewer may be left;
 * six posts a minute may be begun (developers.tiktok.com/doc/tiktok-api-v2-rate-limit).
 */
export function limits(account: Account | null): Limits {
  const own = account ? readSettings(account).longestVideoMs : null
  const of = account?.externalId ?? ''
  const maxDurationMs = Math.min(longestVideoMs, own ?? longestVideoMs)
  return {
    text: { max: most.description, unit: 'utf16', also: [], linkCost: null, rules: titled },
    media: {
      required: true,
      kinds: [photo, { ...video, maxDurationMs }],
      sets: [upTo(35, 'image'), upTo(1, 'video')],
      altTextMax,
    },
    placements: null,
    threadMax: 1,
    rates: [
      { per: 'account', of, posts: 15, everyMs: dayMs },
      { per: 'account', of, posts: 6, everyMs: minuteMs },
    ],
  }
}

/** Everything that TikTok is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const usual = limits(account)
  const max = isVideo(draft) ? most.caption : usual.text.max
  const found = checkByLimits(
    draft,
    { ...usual, text: { ...usual.text, max } },
    {
      network: 'TikTok',
      altTextUnit: 'codepoint',
      counting: countingBy('utf16'),
      findPlaces: findRanges,
    },
  )
  return {
    ...found,
    problems: [
      ...found.problems,
      ...checkTitle(draft),
      ...checkCover(draft),
      ...checkPermission(draft, account),
      ...checkPrivacy(draft, account),
    ],
    warnings: [...found.warnings, ...warn(draft, account)],
  }
}

/** The schema of options counts code points; TikTok counts UTF-16 units. */
function checkTitle(draft: Draft): DraftProblem[] {
  const { length: count } = readChoices(draft).title ?? ''
  if (count <= mostTitleLetters) return []
  const detail = sentence('{network} takes {max} characters; this text has {count}{note}.', {
    network: 'TikTok',
    max: mostTitleLetters,
    count,
    note: '',
  })
  return [{ pointer: '/options/title', code: 'text_too_long', detail }]
}

function checkCover(draft: Draft): DraftProblem[] {
  const durationMs = draft.media[0]?.durationMs ?? Number.POSITIVE_INFINITY
  if (!isVideo(draft) || (readChoices(draft).videoCoverTimestampMs ?? 0) < durationMs) return []
  const detail = 'This moment lies behind the end of the video.'
  return [{ pointer: '/options/video_cover_timestamp_ms', code: 'option_unfit', detail }]
}

function checkPermission(draft: Draft, account: Account): DraftProblem[] {
  const { granted } = readSettings(account)
  const isDraft = readChoices(draft).draft
  if (mayDo(isDraft ? 'draft' : 'post', granted)) return []
  const detail = isDraft
    ? 'This account was connected without the permission to hand over drafts. Connect it again to allow that.'
    : 'This account was connected without the permission to post. Connect it again to allow that, or publish it as a draft.'
  return [{ pointer: '/options/draft', code: 'permission_missing', detail }]
}

/** TikTok demands that a person chooses who can see a post, and lets nobody but an audited app show one to others. */
function checkPrivacy(draft: Draft, account: Account): DraftProblem[] {
  if (readChoices(draft).draft) return []
  const privacy = privacyOfDraft(draft)
  const pointer = '/options/privacy_status'
  if (privacy === null) {
    const detail = 'Choose who can see the post: TikTok demands that it is chosen for every post.'
    return [{ pointer, code: 'privacy_required', detail }]
  }
  if (privacy === 'private') return checkBrand(draft)
  if (readSettings(account).audit !== 'none') return []
  return [{ pointer, code: 'app_not_audited', detail: notAudited }]
}

/** Source: developers.tiktok.com/doc/content-sharing-guidelines. */
function checkBrand(draft: Draft): DraftProblem[] {
  if (!readChoices(draft).discloseBrandedContent) return []
  const pointer = '/options/disclose_branded_content'
  const detail = 'Branded content cannot be private: choose somebody else who can see the post.'
  return [{ pointer, code: 'branded_content_private', detail }]
}
