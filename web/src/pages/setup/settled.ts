import type { PostResult } from '@crier/sdk'

/** Whether nothing more happens to a result by itself. */
export function isSettled(result: PostResult | undefined): boolean {
  return result?.status === 'published' || isStopped(result)
}

/** Whether it waits for a person, or will never be published. */
export function isStopped(result: PostResult | undefined): result is PostResult {
  return result !== undefined && ['failed', 'held', 'needs_review', 'canceled'].includes(result.status)
}
