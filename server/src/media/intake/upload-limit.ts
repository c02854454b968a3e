import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'

/** The most uploads of one workspace that may come in at once in this process. */
const uploadsAtOnce = 32

const taken = new WeakMap<Context, Map<string, number>>()

/** Takes a place for an upload; answers how to give it back, once. @throws Problem 429 when all are taken */
export function takeUploadPlace(context: Context, workspaceId: string): () => void {
  const places = taken.get(context) ?? new Map<string, number>()
  taken.set(context, places)
  const before = places.get(workspaceId) ?? 0
  if (before >= uploadsAtOnce) {
    const detail = `This workspace sends ${uploadsAtOnce} files already. Wait until one of them has arrived.`
    throw new Problem(429, 'too_many_at_once', detail, { retryAfterSeconds: 5 })
  }
  places.set(workspaceId, before + 1)
  return () => {
    const now = (places.get(workspaceId) ?? 1) - 1
    if (now === 0) places.delete(workspaceId)
    else places.set(workspaceId, now)
  }
}
