import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit, MediaLimits } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { readChoices } from './options.ts'

const second = 1_000

/** Photos up to 10 MB. Source: developers.facebook.com/docs/graph-api/reference/page/photos and docs/page-stories-api. */
const photo: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/png'],
  maxBytes: 10_000_000,
}

const video: MediaLimit = { ...unlimited, kind: 'video', types: ['video/mp4', 'video/quicktime'] }

/** Source: developers.facebook.com/docs/video-api/guides/reels-publishing. */
const reel: MediaLimit = {
  ...video,
  types: ['video/mp4'],
  minDurationMs: 3 * second,
  maxDurationMs: 90 * second,
  shape: { ...anyShape, minWidth: 540, minHeight: 960, minAspect: 9 / 16, maxAspect: 9 / 16 },
  video: {
    codecs: ['h264', 'hevc', 'vp9', 'av1'],
    audioCodecs: ['aac'],
    maxFrameRate: 60,
    maxBitRate: null,
    maxAudioChannels: null,
    maxSampleRate: null,
    needsFastStart: false,
  },
}

const altTextMax = 1_000

const feed: MediaLimits = {
  required: false,
  kinds: [photo, video],
  sets: [upTo(10, 'image'), upTo(1, 'video')],
  altTextMax,
}

const reels: MediaLimits = { required: true, kinds: [reel], sets: [upTo(1, 'video')], altTextMax }

const story: MediaLimits = {
  required: true,
  kinds: [photo, { ...video, maxDurationMs: 60 * second }],
  sets: [upTo(1, 'image'), upTo(1, 'video')],
  altTextMax,
}

/** The limits of every Page. README.md names the source of each. */
export function limits(_account: Account | null): Limits {
  return {
    text: { max: 63_206, unit: 'codepoint', also: [], linkCost: null, rules: null },
    media: feed,
    placements: { option: 'placement', media: { reels, story } },
    threadMax: 1,
    rates: [],
  }
}

/** Everything that Facebook is certain to refuse, or that no call of it can show. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Facebook',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    mayBeEmpty: readChoices(draft.options).link !== null,
    findPlaces: findRanges,
  })
  return {
    ...checked,
    problems: [...checked.problems, ...checkLink(draft), ...checkStory(draft)],
    warnings: [...checked.warnings, ...warnOfText(draft), ...draft.media.flatMap(warnOfVideo)],
  }
}

function checkLink({ media, options }: Draft): DraftProblem[] {
  const { link, placement } = readChoices(options)
  const pointer = '/options/link'
  if (link === null) return []
  if (readWebAddress(link) === null) {
    const detail = 'This is no address of a page. Use one that begins with https://.'
    return [{ pointer, code: 'link_invalid', detail }]
  }
  if (media.length === 0 && placement === 'feed') return []
  const detail = 'Facebook shows a link only in a post of the feed without media. Put it into the text.'
  return [{ pointer, code: 'link_not_shown', detail }]
}

/** A first comment is checked as a draft without media. */
function checkStory({ text, media, options }: Draft): DraftProblem[] {
  if (readChoices(options).placement !== 'story' || media.length > 0 || text === '') return []
  const detail = 'A story has a photo or a video, and nobody can comment below it.'
  return [{ pointer: '/text', code: 'text_not_shown', detail }]
}

function warnOfText({ text, media, options }: Draft): DraftProblem[] {
  const { placement, link } = readChoices(options)
  const warnings: DraftProblem[] = []
  if (placement === 'story' && media.length > 0 && text.trim() !== '') {
    const detail = 'A story shows no text beside its photo or video.'
    warnings.push({ pointer: '/text', code: 'text_not_shown', detail })
  }
  if (link !== null && isOfFacebook(link)) {
    const detail = 'Facebook may refuse a link to one of its own pages.'
    warnings.push({ pointer: '/options/link', code: 'link_doubtful', detail })
  }
  return warnings
}

function isOfFacebook(link: string): boolean {
  return /(?:^|\.)(?:facebook\.com|fb\.com|fb\.me)$/.test(URL.parse(link)?.hostname ?? '')
}

// Numbers that circulate and that Meta does not document.
const doubtful = { bytes: 10_000_000_000, durationMs: 4 * 3_600 * second }

function warnOfVideo(
  { kind, bytes, durationMs, altText }: Draft['media'][number],
  index: number,
): DraftProblem[] {
  if (kind === 'image') return []
  const pointer = `/media/${index}`
  const warnings: DraftProblem[] = []
  if (altText !== '') {
    const detail = 'Facebook takes no alt text for videos.'
    warnings.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_not_shown', detail })
  }
  if (bytes > doubtful.bytes || (durationMs ?? 0) > doubtful.durationMs) {
    const detail = 'Facebook may refuse a video of more than 10 GB or four hours.'
    warnings.push({ pointer, code: 'media_doubtful', detail })
  }
  return warnings
}
