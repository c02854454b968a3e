import { sentence, type Words } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { explainRefusals, fitCover } from '../kit/fitting/fit-media.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { faultsOf } from '../kit/media/check-file.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { formOf, readChoices } from './options.ts'
import { missingScope } from './settings.ts'
import { warn } from './warn.ts'

const megabyte = 1_000_000
const most = { caption: 2_200, altText: 1_000, hashtags: 30, mentions: 20, postsADay: 100 }

/** Source of these: developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media. */
const picture: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg'],
  maxBytes: 8 * megabyte,
  shape: { ...anyShape, minAspect: 4 / 5, maxAspect: 1.91 },
}

const reel: MediaLimit = {
  kind: 'video',
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: 300 * megabyte,
  minDurationMs: 3_000,
  maxDurationMs: 15 * 60_000,
  // No video is narrower than the 1 to 100 that is documented.
  shape: { ...anyShape, maxWidth: 1_920, maxAspect: 10 },
  video: {
    codecs: ['h264', 'hevc'],
    audioCodecs: ['aac'],
    maxFrameRate: 60,
    maxBitRate: 25_000_000,
    maxAudioChannels: 2,
    maxSampleRate: 48_000,
    needsFastStart: true,
  },
}

const storyVideo: MediaLimit = { ...reel, maxBytes: 100 * megabyte, maxDurationMs: 60_000 }
/** A story shows a picture of any ratio, and so does the cover of a reel, which is cut. */
const anyPicture: MediaLimit = { ...picture, shape: null }

const common = { required: true, altTextMax: most.altText }

export function limits(account: Account | null): Limits {
  return {
    text: { max: most.caption, unit: 'codepoint', also: [], linkCost: null, rules: null },
    media: { ...common, kinds: [picture, reel], sets: [upTo(10, 'image', 'video')] },
    placements: {
      option: 'placement',
      media: {
        reels: { ...common, kinds: [reel], sets: [upTo(1, 'video')] },
        story: { ...common, kinds: [anyPicture, storyVideo], sets: [upTo(1, 'image', 'video')] },
      },
    },
    threadMax: 1,
    // Some accounts have fewer: `prepare` asks for the account's own number.
    rates: [
      { per: 'account', of: account?.externalId ?? '', posts: most.postsADay, everyMs: 24 * 3_600_000 },
    ],
  }
}

/** The limits of the cover of a reel. */
export function coverLimits(): Limits {
  const media = { ...common, kinds: [anyPicture], sets: [upTo(1, 'image')] }
  return { ...limits(null), media, placements: null }
}

/** Everything that the network is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Instagram',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
  })
  const cover = checkCover(draft)
  const problems = [
    ...checked.problems,
    ...checkWords(draft.text),
    ...checkComment(draft, account),
    ...checkChoices(draft),
    ...cover.problems,
  ]
  const warnings = [...checked.warnings, ...warn(draft)]
  return { ...checked, problems, warnings, fits: [...checked.fits, ...cover.fits] }
}

function checkWords(text: string): DraftProblem[] {
  const found = findRanges(text)
  const count = (kind: 'hashtag' | 'mention') => found.filter((range) => range.kind === kind).length
  const problems: DraftProblem[] = []
  const [hashtags, mentions] = [count('hashtag'), count('mention')]
  if (hashtags > most.hashtags) {
    const detail = sentence('Instagram takes {max} hashtags in a caption; this one has {count}.', {
      max: most.hashtags,
      count: hashtags,
    })
    problems.push({ pointer: '/text', code: 'too_many_hashtags', detail })
  }
  if (mentions > most.mentions) {
    const detail = sentence('Instagram takes {max} mentions in a caption; this one has {count}.', {
      max: most.mentions,
      count: mentions,
    })
    problems.push({ pointer: '/text', code: 'too_many_mentions', detail })
  }
  return problems
}

/** A first comment is a draft of words alone, with the options of its post. */
function checkComment(draft: Draft, account: Account): DraftProblem[] {
  if (formOf(draft) !== 'comment' || draft.text.trim() === '') return []
  const problem = (detail: Words) => [{ pointer: '/text', code: 'comment_unfit', detail }]
  if (draft.options.placement === 'story')
    return problem('A story shows no words and takes no first comment.')
  const scope = missingScope(account, 'comments')
  if (scope === null) return []
  return problem(
    sentence('Comments need the permission {scope}. Connect the account again and allow it.', { scope }),
  )
}

function checkChoices(draft: Draft): DraftProblem[] {
  const form = formOf(draft)
  if (form === 'comment') return []
  const chosen = readChoices(draft.options)
  const unfit = (name: string, detail: string) => ({
    pointer: `/options/${name}`,
    code: 'option_unfit',
    detail,
  })
  const problems: DraftProblem[] = []
  if (form === 'story' && chosen.collaborators.length > 0)
    problems.push(unfit('collaborators', 'A story has no collaborators.'))
  if (form !== 'reel' && chosen.isTrialReel)
    problems.push(unfit('is_trial_reel', 'Only a reel, which is a single video, can be on trial.'))
  if (!chosen.isTrialReel && chosen.trialGraduation !== null)
    problems.push(unfit('trial_graduation', 'Only a trial reel has an end of its trial.'))
  if (form !== 'reel' && chosen.coverImage !== null)
    problems.push(unfit('cover_image', 'Only a reel, which is a single video, has a cover.'))
  if (form !== 'reel' && chosen.videoCoverTimestampMs !== null)
    problems.push(unfit('video_cover_timestamp_ms', 'Only a reel, which is a single video, has a cover.'))
  const durationMs = draft.media[0]?.durationMs ?? Number.POSITIVE_INFINITY
  if (form === 'reel' && chosen.coverImage === null && (chosen.videoCoverTimestampMs ?? 0) >= durationMs)
    problems.push(unfit('video_cover_timestamp_ms', 'This moment lies behind the end of the video.'))
  return problems
}

/** The cover as it will be sent, against its limit. */
function checkCover({ options, optionMedia, mayFit }: Draft): Pick<Checked, 'problems' | 'fits'> {
  const cover = optionMedia.find(({ id }) => id === options.cover_image)
  if (!cover) return { problems: [], fits: [] }
  const pointer = '/options/cover_image'
  const detail = 'The cover of a reel is a picture.'
  if (cover.kind !== 'image') return { problems: [{ pointer, code: 'media_kind', detail }], fits: [] }
  const network = 'Instagram'
  const { media, fits, refusals } = fitCover(cover, pointer, { kinds: [anyPicture], mayFit, network })
  const faults = media.flatMap((fitted) => faultsOf(fitted, anyPicture, { network }))
  const problems = faults.map((fault) => ({ pointer, ...fault }))
  return { problems: explainRefusals(problems, refusals), fits }
}
