import { PassingMap } from '../../lib/concurrency/passing-map.ts'
import { Problem } from '../../lib/problem.ts'

/** The most requests of one workspace that may be under way at once in this process. */
const requestsAtOnce = 256

/** Places for requests under way. */
export interface ConcurrencyLimit {
  /** Takes a place; give it back when the answer is sent or its client is gone. @throws Problem 429 when all are taken. */
  take(workspaceId: string): () => void
}

export function createConcurrencyLimit(atOnce: number = requestsAtOnce): ConcurrencyLimit {
  const taken = new PassingMap<string, number>()
  return {
    take: (workspaceId) => {
      const before = taken.get(workspaceId) ?? 0
      if (before >= atOnce) {
        throw new Problem(
          429,
          'too_many_at_once',
          `This workspace has ${atOnce} requests under way already.`,
          {
            retryAfterSeconds: 1,
          },
        )
      }
      taken.set(workspaceId, before + 1)
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        const now = (taken.get(workspaceId) ?? 1) - 1
        if (now === 0) taken.delete(workspaceId)
        else taken.set(workspaceId, now)
      }
    },
  }
}
