import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { checkByLimits, type DraftPart, withTextMax } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { checkPoll, type Poll, pollProblem } from '../kit/poll.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { mostParts, readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { warn } from './warn.ts'

/** Sources: docs.discord.com/developers/resources/message, Create Message and Attachment Object; …/resources/poll. */
const most = { text: 2_000, altText: 1_024, files: 10, question: 300, pollOptions: 10, pollOption: 55 }
const pollSeconds = { least: 3_600, most: 768 * 3_600 }

/** Source: docs.discord.com/developers/reference, Uploading Files. Boosted servers take more. */
const maxBytes = 20 * 1_048_576
/** Source: docs.discord.com/developers/resources/message, Create Message, Limitations; the rest is for everything but the files. */
const mostTogether = 25 * 1_048_576 - 100_000

const kinds: readonly MediaLimit[] = [
  {
    ...unlimited,
    kind: 'image',
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    maxBytes,
  },
  { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes },
  { ...unlimited, kind: 'video', types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes },
  { ...unlimited, kind: 'document', types: ['application/pdf'], maxBytes },
]

/** The limits. README.md has the source of each. A webhook answers no message, so it has no threads. */
export function limits(account: Account | null): Limits {
  const isWebhook = account !== null && readSettings(account).sender === 'webhook'
  return {
    text: textUpTo(most.text, 'codepoint'),
    media: {
      required: false,
      kinds,
      sets: [upTo(most.files, 'image', 'gif', 'video', 'document')],
      altTextMax: most.altText,
    },
    placements: null,
    threadMax: isWebhook ? 1 : mostParts,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: 30, everyMs: 60_000 }],
  }
}

const network = 'Discord'
const counting = countingBy('codepoint')

/** Everything that Discord is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const { poll } = readChoices(draft.options)
  const checked = checkByLimits(draft, limits(account), {
    network,
    counting,
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => [
      ...checkTogether(part, at),
      ...(at === '' && poll !== null ? checkQuestion(part) : []),
    ],
  })
  const max = poll === null ? most.text : most.question
  return {
    ...withTextMax(checked, draft.text, max, counting),
    problems: [...checked.problems, ...checkOwnPoll(poll, draft), ...checkCrosspost(draft, account)],
    warnings: [...checked.warnings, ...warn(draft, account)],
  }
}

/** All files of a message come in one request. A file that will be made smaller counts as large as it may be then. */
function checkTogether({ media }: DraftPart, at: string): DraftProblem[] {
  const count = media.reduce((sum, { bytes }) => sum + Math.min(bytes, maxBytes), 0)
  if (count <= mostTogether) return []
  const detail = sentence('Discord takes {max} bytes of files in one message; these have {count}.', {
    max: mostTogether,
    count,
  })
  return [{ pointer: `${at}/media`, code: 'media_too_large', detail }]
}

/** The text of a poll is its question. */
function checkQuestion({ text }: DraftPart): DraftProblem[] {
  const count = counting.count(text)
  // The limit of every text is found with the other limits.
  if (count <= most.question || count > most.text) return []
  const detail = sentence('The question of a poll has up to {max} characters; this text has {count}.', {
    max: most.question,
    count,
  })
  return [{ pointer: '/text', code: 'text_too_long', detail }]
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

/** A channel of another kind may have become one for announcements since; a webhook can never do it. */
function checkCrosspost({ options }: Draft, account: Account): DraftProblem[] {
  if (!readChoices(options).crosspost || readSettings(account).sender === 'bot') return []
  const detail = 'A webhook cannot publish to followers. Leave this out, or connect the channel by a bot.'
  return [{ pointer: '/options/crosspost', code: 'option_unfit', detail }]
}
