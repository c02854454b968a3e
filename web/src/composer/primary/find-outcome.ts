import type { Post } from '@crier/sdk'
import { isUnreached } from '../../live/is-unreached.ts'
import { pause } from '../../live/pause.ts'
import type { Content } from '../content.ts'
import type { Desk } from '../desk.ts'
import type { ServerPost } from '../drafts/device-drafts.ts'
import { changesOf, readPost } from '../drafts/send.ts'

/** A call whose answer is not known: the content and the time that were sent. */
interface Asked {
  /** Whether it asked for approval. */
  readonly isAsking: boolean
  readonly content: Content
  readonly time: string | null | undefined
}

/**
 * Asks the server what became of a plan, as soon as it can be reached; answers the post where it is as it was asked for, else null.
 * @throws RequestAbortedError; ApiError, such as 404
 */
export async function findOutcome(
  { id, session, places }: Desk,
  { isAsking, content, time }: Asked,
  signal: AbortSignal,
): Promise<Post | null> {
  const found = await readOnceReached(() => readPost(session.api, id, signal), signal)
  const { post } = found
  const { scheduled_at: _, ...others } = changesOf(found.content, content, places.read())
  // A time that had passed when the call arrived was taken for now.
  const at = post.scheduled_at
  const hasTime = typeof time !== 'string' || at === null || Date.parse(time) === Date.parse(at)
  const isTaken = isAsking ? post.approval?.state === 'waiting' : !post.is_draft
  return isTaken && hasTime && Object.keys(others).length === 0 ? post : null
}

const pauseMs = 3_000

async function readOnceReached(read: () => Promise<ServerPost>, signal: AbortSignal): Promise<ServerPost> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isUnreached(error)) throw error
      await pause(pauseMs, signal)
    }
  }
}
