import type { ComingPost } from './coming-posts.ts'
import type { Turn } from './occurrence.ts'
import type { RuleTime } from './times.ts'

/** A time of the new rule, with the post that takes it. */
export interface Match {
  readonly turn: Turn
  /** Null: it gets a new one. */
  readonly post: ComingPost | null
}

/** The times of a changed rule laid over the posts that are there. */
export interface Matches {
  readonly matches: readonly Match[]
  /** Posts without a time in the new rule. */
  readonly rest: readonly ComingPost[]
}

/**
 * Lays the times of a changed rule over what was planned. A day whose post somebody has changed, moved, canceled or deleted
 * keeps that decision: the post takes a time of the new rule on the same day. The posts that nobody touched then fill the other
 * times, first those of the same moment and the same day, then in order.
 */
export function matchTimes(
  coming: readonly ComingPost[],
  times: readonly RuleTime[],
  firstTurn: number,
): Matches {
  const open = new Set(coming)
  const taken = new Map<RuleTime, ComingPost>()
  const take = (isWanted: (post: ComingPost, time: RuleTime) => boolean) => {
    for (const time of times) {
      if (taken.has(time)) continue
      const found = [...open].find((post) => isWanted(post, time))
      if (found === undefined) continue
      open.delete(found)
      taken.set(time, found)
    }
  }
  take((post, time) => !post.isFree && post.at === time.at)
  take((post, time) => !post.isFree && post.day === time.day)
  take((post, time) => post.isFree && post.at === time.at)
  take((post, time) => post.isFree && post.day === time.day)
  take((post) => post.isFree)
  return {
    matches: times.map((time, index) => ({
      turn: { ...time, turn: firstTurn + index },
      post: taken.get(time) ?? null,
    })),
    rest: [...open],
  }
}
