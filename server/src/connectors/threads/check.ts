import { sentence, type Words } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { checkPoll, pollProblem } from '../kit/poll.ts'
import { countText } from '../kit/text/count-text.ts'
import { readChoices } from './options.ts'
import { lacksScope } from './settings.ts'
import { counting, findLinks } from './text.ts'

const mostLinks = 5
const pollSeconds = 24 * 3_600
const leastFrameRate = 23

/**
 * The limits of every account. Source: developers.facebook.com/documentation/threads/posts and …/overview. Pictures are
 * scaled by Threads. A thread's length is ours; the answers in it have a limit of 1,000 a day of their own.
 */
export function limits(account: Account | null): Limits {
  return {
    text: { max: 500, unit: 'emoji_utf8', also: [], linkCost: null, rules: null },
    media: {
      required: false,
      kinds: [
        {
          ...unlimited,
          kind: 'image',
          types: ['image/jpeg', 'image/png'],
          maxBytes: 8_000_000,
          shape: { ...anyShape, minAspect: 0.1, maxAspect: 10 },
        },
        {
          kind: 'video',
          types: ['video/mp4', 'video/quicktime'],
          maxBytes: 1_000_000_000,
          minDurationMs: null,
          maxDurationMs: 300_000,
          shape: { ...anyShape, maxWidth: 1_920, maxAspect: 10 },
          video: {
            codecs: ['h264', 'hevc'],
            audioCodecs: ['aac'],
            maxFrameRate: 60,
            maxBitRate: 100_000_000,
            maxAudioChannels: 2,
            maxSampleRate: 48_000,
            needsFastStart: true,
          },
        },
      ],
      sets: [upTo(20, 'image', 'video')],
      altTextMax: 1_000,
    },
    placements: null,
    threadMax: 25,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: 250, everyMs: 24 * 3_600_000 }],
  }
}

/** Everything that Threads is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const { link } = readChoices(draft.options)
  const checked = checkByLimits(draft, limits(account), {
    network: 'Threads',
    counting,
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => checkLinks(part, at, at === '' ? link : null),
  })
  return {
    ...checked,
    problems: [...checked.problems, ...checkOptions(draft)],
    warnings: [...checked.warnings, ...warnOf(draft, account)],
  }
}

function checkLinks({ text }: DraftPart, at: string, preview: string | null): DraftProblem[] {
  const count = findLinks(text, preview).size
  if (count <= mostLinks) return []
  const detail = sentence('Threads takes {mostLinks} different links in a post; this one has {count}.', {
    mostLinks,
    count,
  })
  return [{ pointer: `${at}/text`, code: 'too_many_links', detail }]
}

function checkOptions({ media, options }: Draft): DraftProblem[] {
  const { poll, link } = readChoices(options)
  const problems: DraftProblem[] = []
  if (link !== null && media.length > 0) {
    const detail = 'Threads previews a link only below a post without media. Leave one of them out.'
    problems.push({ pointer: '/options/link', code: 'link_beside_media', detail })
  }
  if (!poll) return problems
  if (media.length > 0)
    problems.push(pollProblem('', 'A post has a poll or media, not both. Leave one of them out.'))
  if (poll.multiple)
    problems.push(pollProblem('/multiple', 'In a poll at Threads everybody chooses one answer.'))
  const any = { minSeconds: 0, maxSeconds: Number.POSITIVE_INFINITY }
  const count = (option: string) => countText(option, 'codepoint')
  return [...problems, ...checkPoll(poll, { maxOptions: 4, maxLength: 25, ...any, count })]
}

function warnOf({ media, thread, options }: Draft, account: Account): DraftProblem[] {
  const { poll, location } = readChoices(options)
  const warnings: DraftProblem[] = []
  const warn = (pointer: string, code: string, detail: Words) => warnings.push({ pointer, code, detail })
  if (poll && poll.seconds !== pollSeconds) {
    const detail = 'Threads decides how long a poll is open, usually 24 hours.'
    warn('/options/poll/duration_minutes', 'poll_duration', detail)
  }
  if (location === 'reels')
    warn('/options/location', 'location_ignored', 'Threads has no reels: the post goes to the feed.')
  if (thread.length > 0 && lacksScope(account, 'threads_manage_replies')) {
    const detail =
      'Threads may refuse the later posts of this thread, because threads_manage_replies was not granted. Connect the account again and allow it.'
    warn('/thread/0', 'scope_missing', detail)
  }
  const frameRates = [media, ...thread.map((each) => each.media)].flatMap((part, place) =>
    warnOfFrameRates(part, place === 0 ? '' : `/thread/${place - 1}`),
  )
  return [...warnings, ...frameRates]
}

function warnOfFrameRates(media: Draft['media'], pointer: string): DraftProblem[] {
  return media.flatMap(({ video }, index) => {
    if (video?.frameRate == null || video.frameRate >= leastFrameRate) return []
    const detail = sentence(
      'Threads takes videos of {leastFrameRate} to 60 frames a second; this one has about {frameRate}.',
      { leastFrameRate, frameRate: Math.round(video.frameRate) },
    )
    return [{ pointer: `${pointer}/media/${index}`, code: 'video_frame_rate', detail }]
  })
}
