import { sentence, type Words } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit, TextRange } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { checkPoll, pollProblem } from '../kit/poll.ts'
import { countText } from '../kit/text/count-text.ts'
import { linkWeight, weightedCounting, weightedRules } from '../kit/text/weighted/count-weighted.ts'
import { findWebLinks } from '../kit/text/weighted/find-web-links.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

const usualLength = 280
const longLength = 25_000
const mebibyte = 1024 * 1024
/** Longer videos are for some of those who pay. */
export const usualVideoMs = 140_000

/** The limits of what the account pays for; those of one that does not pay without an account. README.md has the sources. */
export function limits(account: Account | null): Limits {
  const subscription = account ? readSettings(account).subscription : 'None'
  return {
    text: {
      max: subscription === 'None' ? usualLength : longLength,
      unit: 'weighted',
      also: [],
      linkCost: linkWeight,
      rules: weightedRules,
    },
    media: {
      required: false,
      kinds: [
        {
          ...unlimited,
          kind: 'image',
          types: ['image/jpeg', 'image/png', 'image/webp'],
          maxBytes: 5 * mebibyte,
        },
        gifs,
        subscription === 'None' || subscription === null
          ? { ...videos, maxDurationMs: subscription === null ? null : usualVideoMs }
          : { ...videos, maxDurationMs: null, shape: videoShape(1_920) },
      ],
      sets: [upTo(4, 'image'), upTo(1, 'gif'), upTo(1, 'video')],
      altTextMax: 1_000,
    },
    placements: null,
    threadMax: 25,
    rates: [
      { per: 'account', of: account?.externalId ?? '', posts: 100, everyMs: 15 * 60_000 },
      { per: 'app', of: 'app', posts: 10_000, everyMs: 24 * 3_600_000 },
    ],
  }
}

const gifs: MediaLimit = {
  ...unlimited,
  kind: 'gif',
  types: ['image/gif'],
  maxBytes: 15 * mebibyte,
  shape: { ...anyShape, maxWidth: 1_280, maxHeight: 1_080 },
}

const videos: MediaLimit = {
  kind: 'video',
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: 512 * mebibyte,
  minDurationMs: 500,
  maxDurationMs: usualVideoMs,
  shape: videoShape(1_280),
  video: {
    codecs: ['h264'],
    audioCodecs: ['aac'],
    maxFrameRate: 60,
    maxBitRate: null,
    maxAudioChannels: 2,
    maxSampleRate: null,
    needsFastStart: false,
  },
}

function videoShape(maxSide: number): MediaLimit['shape'] {
  const sides = { minWidth: 32, minHeight: 32, maxWidth: maxSide, maxHeight: maxSide }
  return { ...anyShape, ...sides, minAspect: 1 / 3, maxAspect: 3 }
}

/** Everything that X is certain to refuse, and warnings of what it may refuse or charges for. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'X',
    counting: weightedCounting,
    altTextUnit: 'codepoint',
    findPlaces,
    checkPart,
  })
  const { subscription } = readSettings(account)
  const parts = [draft, ...draft.thread]
  return {
    ...checked,
    problems: [...checked.problems, ...checkOwnPoll(draft)],
    warnings: [
      ...checked.warnings,
      ...parts.flatMap((part, index) => {
        const at = index === 0 ? '' : `/thread/${index - 1}`
        return [...warnOfText(part.text, `${at}/text`, subscription), ...warnOfMedia(part, `${at}/media`)]
      }),
    ],
  }
}

/** Links as X makes them, and the mentions and hashtags outside of them. */
function findPlaces(text: string): TextRange[] {
  const links = findWebLinks(text).map(({ start, end }) => ({ kind: 'link' as const, start, end }))
  let next = 0
  const others = findRanges(text).filter(({ kind, start, end }) => {
    while ((links[next]?.end ?? text.length) <= start && next < links.length) next++
    return kind !== 'link' && (links[next]?.start ?? text.length) >= end
  })
  return [...links, ...others].sort((one, other) => one.start - other.start)
}

// twitter-text calls a text with one of them invalid; they come with pasted text, and nobody sees them.
const forbidden = ['\0', '\ufffe', '\ufeff', '\uffff']

function checkPart({ text }: DraftPart, at: string): DraftProblem[] {
  if (!forbidden.some((letter) => text.includes(letter))) return []
  const detail = 'This text has an invisible letter that X refuses, such as a byte order mark. Type it anew.'
  return [{ pointer: `${at}/text`, code: 'text_invalid', detail }]
}

/** A poll is in the first post of a thread, in place of media, and takes one answer of each person. */
function checkOwnPoll({ options, media }: Draft): DraftProblem[] {
  const { poll } = readChoices(options)
  if (!poll) return []
  const limits = {
    maxOptions: 4,
    maxLength: 25,
    minSeconds: 5 * 60,
    maxSeconds: 10_080 * 60,
    count: (option: string) => countText(option, 'codepoint'),
  }
  const beside = pollProblem('', 'A post has a poll or media, not both. Leave one of them out.')
  const several = pollProblem('/multiple', 'A poll on X takes one answer of each person.')
  return [
    ...(media.length > 0 ? [beside] : []),
    ...(poll.multiple ? [several] : []),
    ...checkPoll(poll, limits),
  ]
}

const cashtag = /(?<![^\s(])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\w$])/gi

function warnOfText(text: string, pointer: string, subscription: string | null): DraftProblem[] {
  const warnings: DraftProblem[] = []
  const warn = (code: string, detail: Words) => warnings.push({ pointer, code, detail })
  if (findWebLinks(text).length > 0)
    warn('link_costs_more', 'X charges for a post with a link many times as much as for one without.')
  if (Array.from(text.matchAll(cashtag)).length > 1)
    warn('several_cashtags', 'X refuses a post with more than one cashtag from most apps.')
  if (subscription === null && weightedCounting.count(text) > usualLength)
    warn(
      'long_post',
      sentence('X did not say whether this account may post more than {usualLength} characters.', {
        usualLength,
      }),
    )
  return warnings
}

function warnOfMedia({ media }: DraftPart, pointer: string): DraftProblem[] {
  return media.flatMap(({ kind, altText, durationMs }, index) => {
    if (kind !== 'video') return []
    const at = `${pointer}/${index}`
    const warnings: DraftProblem[] = []
    if (altText !== '')
      warnings.push({ pointer: at, code: 'alt_text_ignored', detail: 'X takes no alt text of a video.' })
    if (durationMs !== null && durationMs > usualVideoMs) {
      const detail = sentence('X takes videos of more than {seconds} seconds from some subscribers only.', {
        seconds: usualVideoMs / 1_000,
      })
      warnings.push({ pointer: at, code: 'long_video', detail })
    }
    return warnings
  })
}
