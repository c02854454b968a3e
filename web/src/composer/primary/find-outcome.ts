import { type Post, StaleError } from '@crier/sdk'
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
 * Nothing of the plan is done after that.
 * @throws RequestAbortedError; ApiError, such as 404
 */
export async function findOutcome(desk: Desk, asked: Asked, signal: AbortSignal): Promise<Post | null> {
  const { id, session } = desk
  for (;;) {
    const found = await readOnceReached(() => readPost(session.api, id, signal), signal)
    if (isAsAsked(desk, found, asked)) return found.post
    if (!found.post.is_draft || (await outrun(desk, found, signal))) return null
  }
}

function isAsAsked({ places }: Desk, found: ServerPost, { isAsking, content, time }: Asked): boolean {
  const { post } = found
  const { scheduled_at: _, ...others } = changesOf(found.content, content, places.read())
  // A time that had passed when the call arrived was taken for now, which is no time.
  const at = post.scheduled_at
  const hasTime = time === undefined || at === null || (time !== null && Date.parse(time) === Date.parse(at))
  const isTaken = isAsking ? post.approval?.state === 'waiting' : !post.is_draft
  return isTaken && hasTime && Object.keys(others).length === 0
}

/**
 * Gives a draft another version and nothing else, so that a call that is still under way comes too late. Answers false where it has
 * come meanwhile, or where no answer came.
 */
async function outrun({ id, session }: Desk, { etag }: ServerPost, signal: AbortSignal): Promise<boolean> {
  try {
    await session.api.posts.update(id, { is_draft: true }, { ifMatch: etag, signal })
    return true
  } catch (error) {
    if (error instanceof StaleError || isUnreached(error)) return false
    throw error
  }
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
