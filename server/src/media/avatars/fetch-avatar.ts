import type { Context } from '../../context.ts'
import { createFairQueue, QueueClosed, QueueFull } from '../../lib/child-pool/fair-queue.ts'
import { Problem } from '../../lib/problem.ts'
import { fetchFollowing } from '../../lib/safe-fetch/fetch-following.ts'
import { OutboundError } from '../../lib/safe-fetch/outbound.ts'
import { Refused } from '../probe/probed.ts'

/** Avatars are shown in circles of up to 128 points, on dense screens. */
const drawn = { maxSide: 256, maxBytes: 32 * 1024 }
const fetched = { timeoutMs: 8_000, maxBytes: 5_000_000, isPublicOnly: true }
/** For all redirects together. */
const patienceMs = 15_000

/** A page may show a thousand accounts at once: their networks are asked by a few, and workspaces take turns. */
const queue = createFairQueue({
  atOnce: 8,
  atOncePerKey: 4,
  waiting: 5_000,
  waitingPerKey: 1_000,
  waitMs: 20_000,
})

/** A picture at a network. */
export interface AvatarSource {
  readonly workspaceId: string
  readonly platform: string
  readonly url: string
}

/**
 * Fetches a picture from a network, never from the networks of OUTBOUND_ALLOW, because everybody can see it, and draws it
 * anew as a small WebP. Null where there is none that can be shown.
 * @throws Problem 503 when there is no time for it at the moment
 */
export async function fetchAvatar(context: Context, source: AvatarSource): Promise<Buffer | null> {
  const release = await queue.take(source.workspaceId).catch(refuseWhenFull)
  try {
    const bytes = await fetchPicture(context, source)
    return bytes && Buffer.from(await context.mediaReader.draw(source.workspaceId, { bytes }, drawn))
  } catch (error) {
    if (error instanceof OutboundError || error instanceof Refused) return null
    throw error
  } finally {
    release()
  }
}

async function fetchPicture(
  { outboundOf }: Context,
  { platform, url }: AvatarSource,
): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const outbound = outboundOf(platform)
  const found = await fetchFollowing({
    url,
    accept: 'image/*',
    fetch: (request) => outbound.fetch(request, { ...fetched, signal }),
  })
  return found?.answer.bytes ?? null
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull || error instanceof QueueClosed)) throw error
  throw new Problem(503, 'media_busy', 'Many avatars are being fetched. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
