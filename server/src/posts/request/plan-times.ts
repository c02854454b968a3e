import type { FieldProblem } from '../../lib/problem.ts'
import type { PostRequest } from './post-request.ts'
import { readWhen } from './schedule.ts'

/** Whether this very request gave the value at a pointer, and not an earlier one. */
export type IsNew = (pointer: string) => boolean

/** The times of a request, checked against the clock. */
export interface Times {
  /** The time at which the content at a pointer is published; null: now. */
  goesAt(pointer: string): Date | null
  /** The time of the post as given, also when it has passed: a draft keeps it. */
  plan: Date | null
  problems: FieldProblem[]
  objections: FieldProblem[]
}

/** Only new times are checked against the clock: a time that an earlier request gave may have passed meanwhile. */
export function planTimes(request: PostRequest, now: Date, isNew: IsNew): Times {
  const layers = [request.post, ...request.platforms.values(), ...request.accounts.values()]
  const found = new Map(
    layers.flatMap(({ scheduledAt }) =>
      scheduledAt ? [[scheduledAt.pointer, readWhen(scheduledAt, now)] as const] : [],
    ),
  )
  const objections = [...found].flatMap(([pointer, { objection }]) =>
    objection && isNew(pointer) ? [objection] : [],
  )
  return {
    goesAt: (pointer) => (isNew(pointer) ? found.get(pointer)?.at : found.get(pointer)?.given) ?? null,
    plan: found.get('/scheduled_at')?.given ?? null,
    problems: [...found.values()].flatMap(({ problem }) => problem ?? []),
    objections,
  }
}

/** The time of a post: its own, or the first of its accounts' where every account has one. */
export function storedTime(given: Date | null, own: readonly (Date | null)[]): Date | null {
  if (given || own.length === 0 || own.includes(null)) return given
  return new Date(Math.min(...own.map((at) => at?.getTime() ?? 0)))
}
