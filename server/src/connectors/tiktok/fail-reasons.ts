import { Failure, type FailureKind } from '../connector.ts'
import { blocked } from './refusals.ts'

/**
 * Why TikTok did not make a post of what it was given.
 * Source: developers.tiktok.com/doc/content-posting-api-reference-get-video-status.
 */
const reasons: Readonly<Record<string, readonly [FailureKind, string]>> = {
  file_format_check_failed: ['invalid', 'TikTok does not take the format of this file.'],
  duration_check_failed: ['invalid', 'TikTok takes no video of this length.'],
  frame_rate_check_failed: ['invalid', 'TikTok takes no video of this frame rate.'],
  picture_size_check_failed: ['invalid', 'TikTok takes no picture of this size.'],
  internal: ['unavailable', 'TikTok failed to process the post. Nothing is public; publish it again.'],
  video_pull_failed: [
    'unavailable',
    'TikTok could not fetch the video from this server. Nothing is public; publish it again.',
  ],
  photo_pull_failed: [
    'unavailable',
    'TikTok could not fetch the photos from this server. Nothing is public; publish it again.',
  ],
  publish_cancelled: ['invalid', 'The post was canceled at TikTok.'],
  auth_removed: [
    'unauthorized',
    'The access was removed at TikTok while it worked. Connect the account again.',
  ],
  spam_risk_user_banned_from_posting: ['account_blocked', blocked],
  spam_risk_too_many_posts: [
    'invalid',
    'TikTok did not post it, because the account has posted too much today.',
  ],
  spam_risk: ['invalid', 'TikTok takes this post for spam.'],
  spam_risk_text: ['invalid', 'TikTok takes the text of this post for spam.'],
}

const passing = new Set(['internal', 'video_pull_failed', 'photo_pull_failed'])

/** Whether the documentation says that the same post may be tried again. */
export function mayPass(reason: string | null): boolean {
  return reason !== null && passing.has(reason)
}

/** The failure that a reason means. One that is not known is for the person to look at, and the code says it. */
export function verdictOf(reason: string | null): Failure {
  const known = reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  const [kind, text] = known ?? unknownReason(reason)
  return new Failure(kind, text, { platformCode: reason?.slice(0, 100) ?? null })
}

function unknownReason(reason: string | null): readonly [FailureKind, string] {
  if (reason?.startsWith('spam_risk')) return ['invalid', 'TikTok takes this post for spam.']
  return ['invalid', 'TikTok did not post it, for a reason that this server does not know.']
}
