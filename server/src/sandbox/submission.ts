import Type, { type Static } from 'typebox'
import { countGraphemes } from '../lib/text/graphemes.ts'
import { channelOf } from './channels.ts'
import { Refusal } from './refusal.ts'

/** The limits of the network, which it enforces itself. */
export const networkLimits = {
  graphemes: 500,
  textBytes: 5_000,
  altTextGraphemes: 1_500,
  images: 10,
  thread: 25,
  imageBytes: 20 * 1_024 * 1_024,
  videoBytes: 64 * 1_024 * 1_024,
  pollOptions: { min: 2, max: 4, graphemes: 50 },
  pollMinutes: { min: 5, max: 10_080 },
} as const

const poll = Type.Object(
  { options: Type.Array(Type.String()), duration_minutes: Type.Integer(), multiple: Type.Boolean() },
  { additionalProperties: false },
)

/** The body of a post request. Unknown and missing members are refused. */
export const submissionBody = Type.Object(
  {
    text: Type.String(),
    media: Type.Array(
      Type.Object({ id: Type.String(), alt_text: Type.String() }, { additionalProperties: false }),
    ),
    reply_to: Type.Union([Type.String(), Type.Null()]),
    poll: Type.Union([poll, Type.Null()]),
    sensitive: Type.Union([Type.Boolean(), Type.Null()]),
    language: Type.Union([Type.String(), Type.Null()]),
    channel: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    /** The id of a picture shown above the post. */
    cover: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    /** A note of the sender, shown with the post. */
    reference: Type.Optional(Type.String({ pattern: '^[\\w-]{1,100}$' })),
  },
  { additionalProperties: false },
)

export type Submission = Static<typeof submissionBody>

/** Refuses a post over a limit, without looking at the objects it refers to. @throws Refusal 422 */
export function checkSubmission({ text, media, poll, language, channel = null }: Submission): void {
  checkText(text, media.length > 0)
  if (media.length > networkLimits.images)
    throw refuseSubmission('too_many_media', 'A post has at most ten pictures.')
  if (new Set(media.map(({ id }) => id)).size < media.length)
    throw refuseSubmission('media_repeated', 'A post may show each medium only once.')
  if (media.some(({ alt_text }) => countGraphemes(alt_text) > networkLimits.altTextGraphemes)) {
    throw refuseSubmission('alt_text_too_long', 'An alt text has at most 1,500 characters.')
  }
  const texts = [...media.map(({ alt_text }) => alt_text), ...(poll?.options ?? [])]
  if (!texts.every(isStorable)) throw unstorable()
  if (poll) checkPoll(poll)
  if (channel !== null && !channelOf(channel))
    throw refuseSubmission('channel_not_found', 'There is no such channel.')
  if (language !== null && !isLanguage(language))
    throw refuseSubmission('language_invalid', 'This is not a language tag.')
}

/** Refuses a text that a post, with media or without, cannot have. @throws Refusal 422 */
export function checkText(text: string, hasMedia: boolean): void {
  if (!text.trim() && !hasMedia) throw refuseSubmission('empty', 'A post needs a text or media.')
  if (countGraphemes(text) > networkLimits.graphemes || Buffer.byteLength(text) > networkLimits.textBytes) {
    throw refuseSubmission('text_too_long', `A text has at most ${networkLimits.graphemes} characters.`)
  }
  if (!isStorable(text)) throw unstorable()
}

function unstorable(): Refusal {
  return refuseSubmission('text_invalid', 'A text may not contain NUL or invalid characters.')
}

function checkPoll({ options, duration_minutes }: Static<typeof poll>): void {
  const { pollOptions, pollMinutes } = networkLimits
  const lengths = options.map((option) => (option.trim() ? countGraphemes(option) : 0))
  const fits = lengths.every((length) => length >= 1 && length <= pollOptions.graphemes)
  const isDistinct = new Set(options.map((option) => option.trim())).size === options.length
  if (options.length < pollOptions.min || options.length > pollOptions.max || !fits || !isDistinct) {
    throw refuseSubmission(
      'poll_invalid',
      'A poll has two to four different choices of at most 50 characters.',
    )
  }
  if (duration_minutes < pollMinutes.min || duration_minutes > pollMinutes.max) {
    throw refuseSubmission('poll_invalid', 'A poll is open from five minutes to seven days.')
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function refuseSubmission(code: string, message: string): Refusal {
  return new Refusal(422, code, message)
}
