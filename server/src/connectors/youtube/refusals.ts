import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const accessEnded = 'Google no longer accepts this access. Connect the channel again.'

const dayMs = 24 * 3_600_000

/**
 * The refusals that are certain to have had no effect, also as the answer to a commit. Each has a reason of the API's own.
 * Sources: developers.google.com/youtube/v3/docs/errors, /docs/videos/insert, /v3/determine_quota_cost.
 */
function certainRefusals(now: Date): readonly Refusal[] {
  return [
    {
      answers: ['401 youtubeSignupRequired', '403 youtubeSignupRequired'],
      kind: 'forbidden',
      text: 'This Google account has no YouTube channel. Create one, then sign in again.',
    },
    {
      answers: ['401 authError', '401 authorizationRequired', '401 required', '401 UNAUTHENTICATED'],
      kind: 'unauthorized',
      text: accessEnded,
    },
    {
      answers: ['403 insufficientPermissions', '403 ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
      kind: 'unauthorized',
      text: 'This needs a permission that was not given. Connect the channel again and tick everything that is asked.',
    },
    {
      answers: [
        '403 authenticatedUserAccountClosed',
        '403 authenticatedUserAccountSuspended',
        '403 accountClosed',
        '403 accountSuspended',
        '403 channelClosed',
        '403 channelSuspended',
      ],
      kind: 'account_blocked',
      text: 'YouTube has suspended or closed this channel.',
    },
    {
      answers: ['403 quotaExceeded', '403 dailyLimitExceeded'],
      kind: 'rate_limited',
      text: 'The project of this server has used up its YouTube quota of the day, which begins anew at midnight Pacific Time.',
      retryAfterMs: untilQuotaReset(now),
    },
    {
      answers: ['403 rateLimitExceeded', '403 userRateLimitExceeded'],
      kind: 'rate_limited',
      text: 'YouTube asks us to wait: too many requests.',
      retryAfterMs: 60_000,
    },
    {
      answers: ['400 uploadLimitExceeded', '403 uploadLimitExceeded'],
      kind: 'rate_limited',
      text: 'This channel has uploaded as many videos as YouTube takes in a day.',
      retryAfterMs: dayMs,
    },
    {
      answers: ['403 accessNotConfigured', '403 SERVICE_DISABLED'],
      kind: 'app_unusable',
      text: 'The YouTube Data API is not enabled in the Google project of this server.',
    },
    {
      answers: contentRefusals,
      kind: 'invalid',
      text: 'YouTube refused the video.',
      isQuoting: true,
    },
  ]
}

const contentRefusals = [
  ...['defaultLanguageNotSet', 'invalidCategoryId', 'invalidDescription', 'invalidFilename'],
  ...['invalidPublishAt', 'invalidRecordingDetails', 'invalidTags', 'invalidTitle', 'invalidVideoMetadata'],
  ...['invalidVideoGameRating', 'mediaBodyRequired'],
]
  .map((reason) => `400 ${reason}`)
  .concat('403 forbiddenPrivacySetting', '403 forbiddenLicenseSetting', '403 forbiddenEmbedSetting')

/** The certain refusals, for the answer to a commit. */
export function readCertainRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, certainRefusals(now))(answer, now, secrets)
}

/** All refusals, for calls that may be repeated: there the status alone is enough. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  const rows: Refusal[] = [
    ...certainRefusals(now),
    { answers: ['401'], kind: 'unauthorized', text: accessEnded },
    { answers: ['403'], kind: 'forbidden', text: 'YouTube does not allow it.', isQuoting: true },
    { answers: ['400', '404', '413', '415'], kind: 'invalid', text: 'YouTube refused it.', isQuoting: true },
  ]
  return refusalTable(dialect, rows)(answer, now, secrets)
}

const pacificClock = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Milliseconds until midnight Pacific Time; an hour off on the two days of the year on which clocks change. */
export function untilQuotaReset(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacificClock.format(now).split(':').map(Number)
  return dayMs - ((hours * 60 + minutes) * 60 + seconds) * 1_000
}
