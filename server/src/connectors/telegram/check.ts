import { sentence, type Words } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { checkByLimits, type DraftPart, withTextMax } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { checkPoll, type Poll, pollProblem } from '../kit/poll.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { mostParts, readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { warn } from './warn.ts'

/**
 * Sources: core.telegram.org/bots/api, sendMessage, sendPhoto and sendPoll. All are counted in code points: core.telegram.org/constructor/config,
 * `message_length_max` and `caption_length_max`, and td/telegram/MessageContent.cpp of github.com/tdlib/td, on which the Bot API stands.
 */
const most = { text: 4_096, caption: 1_024, question: 300, pollOptions: 12, pollOption: 100 }
const pollSeconds = { least: 5, most: 2_628_000 }

const altTextMax = 10_000
/** Source: core.telegram.org/bots/api#sending-files. It is not said whether a megabyte is a million bytes, which is the smaller. */
const mostPhotoBytes = 10_000_000
const mostFileBytes = 50_000_000
/** Width and height have 10,000 pixels together. */
const longestSide = 5_000

const kinds: readonly MediaLimit[] = [
  {
    ...unlimited,
    kind: 'image',
    types: ['image/jpeg', 'image/png'],
    maxBytes: mostPhotoBytes,
    shape: { ...anyShape, maxWidth: longestSide, maxHeight: longestSide, minAspect: 1 / 20, maxAspect: 20 },
  },
  { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes: mostFileBytes },
  {
    ...unlimited,
    kind: 'video',
    types: ['video/mp4'],
    maxBytes: mostFileBytes,
    video: {
      codecs: ['h264', 'hevc'],
      audioCodecs: ['aac', 'mp3'],
      maxFrameRate: null,
      maxBitRate: null,
      maxAudioChannels: null,
      maxSampleRate: null,
      needsFastStart: false,
    },
  },
  { ...unlimited, kind: 'document', types: ['application/pdf'], maxBytes: mostFileBytes },
]

/** The limits, which are the same for all chats. README.md has the source of each. */
export function limits(account: Account | null): Limits {
  return {
    text: textUpTo(most.text, 'codepoint'),
    media: {
      required: false,
      kinds,
      // An animation is alone, and documents are among themselves.
      sets: [upTo(10, 'image', 'video'), upTo(1, 'gif'), upTo(10, 'document')],
      altTextMax,
    },
    placements: null,
    threadMax: mostParts,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: 20, everyMs: 60_000 }],
  }
}

const network = 'Telegram'
const counting = countingBy('codepoint')

/** Everything that Telegram is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const { poll } = readChoices(draft.options)
  const checked = checkByLimits(draft, limits(account), {
    network,
    counting,
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => checkWords(part, at, at === '' && poll !== null),
  })
  const max = mostWords(draft, poll !== null)
  return {
    ...withTextMax(checked, draft.text, max, counting),
    problems: [...checked.problems, ...checkOwnPoll(poll, draft), ...checkTopic(draft, account)],
    warnings: [...checked.warnings, ...warn(draft, account)],
  }
}

/** A text beside media is their caption, and that of a poll is its question. */
function mostWords({ media }: DraftPart, isPoll: boolean): number {
  if (isPoll) return most.question
  return media.length > 0 ? most.caption : most.text
}

function checkWords(part: DraftPart, at: string, isPoll: boolean): DraftProblem[] {
  const max = mostWords(part, isPoll)
  const count = counting.count(part.text)
  // The limit of every text is found with the other limits.
  if (count <= max || count > most.text) return []
  const pointer = `${at}/text`
  return [{ pointer, code: 'text_too_long', detail: tooLong(isPoll, max, count) }]
}

function tooLong(isPoll: boolean, max: number, count: number): Words {
  if (isPoll)
    return sentence('The question of a poll has up to {max} characters; this text has {count}.', {
      max,
      count,
    })
  return sentence('With media a text has up to {max} characters; this text has {count}.', { max, count })
}

function checkOwnPoll(poll: Poll | null, { media }: Draft): DraftProblem[] {
  if (!poll) return []
  const limits = {
    maxOptions: most.pollOptions,
    maxLength: most.pollOption,
    minSeconds: pollSeconds.least,
    maxSeconds: pollSeconds.most,
    count: counting.count,
  }
  const beside = pollProblem('', 'A post has a poll or media, not both. Leave one of them out.')
  return [...(media.length > 0 ? [beside] : []), ...checkPoll(poll, limits)]
}

/** Only supergroups have topics. */
function checkTopic({ options }: Draft, account: Account): DraftProblem[] {
  if (readChoices(options).messageThreadId === null) return []
  if (readSettings(account).chatType === 'supergroup') return []
  const detail = 'Only a group with topics has topics. Leave this out.'
  return [{ pointer: '/options/message_thread_id', code: 'option_unfit', detail }]
}
