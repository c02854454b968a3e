import { sentence } from '../../lib/text/sentence.ts'
import type { Account, Draft, DraftProblem } from '../connector.ts'
import { hoursOf } from './compose.ts'
import { readChoices } from './options.ts'
import { readSettings, type Settings } from './settings.ts'

/** The things that Discord leaves out without a word, and those that it may refuse. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  const settings = readSettings(account)
  return [
    ...warnOfMentions(draft, settings),
    ...warnOfRights(draft, settings),
    ...warnOfCrosspost(draft, settings),
    ...warnOfUnused(draft),
    ...warnOfHours(draft),
  ]
}

/** Source: docs.discord.com/developers/reference, Message Formatting. */
const mentions = [
  { type: 'everyone', pattern: /@(?:everyone|here)\b/ },
  { type: 'roles', pattern: /<@&\d{1,20}>/ },
  { type: 'users', pattern: /<@!?\d{1,20}>/ },
] as const

function warnOfMentions(draft: Draft, { lacks }: Settings): DraftProblem[] {
  const { allowedMentions } = readChoices(draft.options)
  const parts = [draft, ...draft.thread].map(({ text }, index) => {
    return { text, pointer: index === 0 ? '/text' : `/thread/${index - 1}/text` }
  })
  const quiet = parts.flatMap(({ text, pointer }) =>
    mentions.some(({ type, pattern }) => !allowedMentions.includes(type) && pattern.test(text))
      ? [
          {
            pointer,
            code: 'mention_quiet',
            detail: 'A mention in this text pings nobody, because the options do not allow it.',
          },
        ]
      : [],
  )
  if (!allowedMentions.includes('everyone') || !lacks.includes('mention_everyone')) return quiet
  const detail = 'The bot had no right to ping everyone when it was last looked at. Discord may ping nobody.'
  return [...quiet, { pointer: '/options/allowed_mentions', code: 'right_lacking', detail }]
}

/** The bot may have got the right since. */
function warnOfRights(draft: Draft, { lacks }: Settings): DraftProblem[] {
  const files =
    'The bot had no right to attach files when it was last looked at. Discord may refuse the post.'
  const polls =
    'The bot had no right to create polls when it was last looked at. Discord may refuse the post.'
  const shown = [draft, ...draft.thread].findIndex(({ media }) => media.length > 0)
  const place = shown === 0 ? '/media' : `/thread/${shown - 1}/media`
  return [
    ...(shown >= 0 && lacks.includes('attach_files')
      ? [{ pointer: place, code: 'right_lacking', detail: files }]
      : []),
    ...(readChoices(draft.options).poll && lacks.includes('send_polls')
      ? [{ pointer: '/options/poll', code: 'right_lacking', detail: polls }]
      : []),
  ]
}

function warnOfCrosspost({ options }: Draft, { channelType }: Settings): DraftProblem[] {
  if (!readChoices(options).crosspost || channelType !== 'text') return []
  const detail = 'This was no announcement channel when it was last looked at. Only those have followers.'
  return [{ pointer: '/options/crosspost', code: 'option_unused', detail }]
}

function warnOfUnused(draft: Draft): DraftProblem[] {
  const { spoiler, documentTitle } = readChoices(draft.options)
  const media = [draft, ...draft.thread].flatMap((part) => part.media)
  const unused = (name: string, detail: string) => {
    return { pointer: `/options/${name}`, code: 'option_unused', detail }
  }
  return [
    ...(spoiler && media.every(({ kind }) => kind === 'document')
      ? [unused('spoiler', 'There is no picture, video or animation to be covered.')]
      : []),
    ...(documentTitle !== null && media.every(({ kind }) => kind !== 'document')
      ? [unused('document_title', 'This post has no document, so no title is shown.')]
      : []),
  ]
}

function warnOfHours({ options }: Draft): DraftProblem[] {
  const { poll } = readChoices(options)
  if (!poll || poll.seconds % 3_600 === 0) return []
  const detail = sentence('Discord counts the time of a poll in hours: this one is open for {hours}.', {
    hours: hoursOf(poll),
  })
  return [{ pointer: '/options/poll/duration_minutes', code: 'poll_rounded', detail }]
}
