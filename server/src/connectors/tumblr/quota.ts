import { asObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { sentence, word } from '../../lib/text/sentence.ts'
import { type Draft, Failure, type Io } from '../connector.ts'
import { askTumblr, dialect, responseOf } from './api.ts'
import { readRefusal } from './refusals.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The names of the limits. The documentation shows some of them; one that is not there limits nothing. */
const things = {
  posts: word('posts'),
  photos: word('pictures'),
  videos: word('videos'),
  video_seconds: word('seconds of video'),
} as const

/**
 * Waits where the person has no posts, pictures or videos left for today, before anything is sent: a refusal after the upload of a
 * video would say no more. Limits that cannot be read stop nothing. Source: github.com/tumblr/docs, api.md, `/user/limits`.
 * @throws Failure `rate_limited`, and `unauthorized`
 */
export async function refuseOverQuota(draft: Draft, token: string, io: Io): Promise<void> {
  const answer = await askTumblr({ path: '/v2/user/limits' }, token, io)
  if ([401, 429].includes(answer.status)) {
    const refusal = readRefusal(dialect, answer, io.now(), [token])
    if (refusal) throw refusal
  }
  const left = answer.status === 200 ? asObject(responseOf(answer)?.user) : null
  for (const [name, needed] of Object.entries(neededOf(draft)))
    refuseOne(asObject(left?.[name]), name as keyof typeof things, needed, io.now())
}

function neededOf({ media }: Draft): Record<keyof typeof things, number> {
  const videos = media.filter(({ kind }) => kind === 'video')
  const durationMs = videos.reduce((sum, video) => sum + (video.durationMs ?? 0), 0)
  return {
    posts: 1,
    photos: media.length - videos.length,
    videos: videos.length,
    video_seconds: Math.ceil(durationMs / 1_000),
  }
}

function refuseOne(limit: JsonObject | null, name: keyof typeof things, needed: number, now: Date): void {
  const remaining = numberIn(limit?.remaining)
  if (needed === 0 || remaining === null || remaining >= needed) return
  const resetAt = numberIn(limit?.reset_at)
  const waitMs = resetAt === null ? hourMs : resetAt * 1_000 - now.getTime()
  throw new Failure(
    'rate_limited',
    sentence('Tumblr takes {remaining} more {things} of this person today, and this post has {needed}.', {
      remaining,
      things: things[name],
      needed,
    }),
    { retryAfterMs: Math.min(dayMs, Math.max(minuteMs, waitMs)) },
  )
}

function numberIn(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
