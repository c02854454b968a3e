import type { FieldProblem } from '../../lib/problem.ts'
import type { PostRequest } from './post-request.ts'
import { readWhen } from './schedule.ts'

/** Whether what stands at this pointer was said by this very request, and not by an earlier one. */
export type IsNew = (pointer: string) => boolean

/** The times of a request, held against the clock. */
export interface Times {
  /** When what is said at a pointer goes; null: now. */
  goesAt(pointer: string): Date | null
  /** The time of the post as said, also when it has passed: what a draft keeps. */
  plan: Date | null
  problems: FieldProblem[]
  objections: FieldProblem[]
}

/** A time that an earlier request said may have passed meanwhile; it is held against the clock when it is said anew. */
export function planTimes(request: PostRequest, now: Date, isNew: IsNew): Times {
  const layers = [request.post, ...request.platforms.values(), ...request.accounts.values()]
  const said = new Map(
    layers.flatMap(({ scheduledAt }) =>
      scheduledAt ? [[scheduledAt.pointer, readWhen(scheduledAt, now)] as const] : [],
    ),
  )
  const objections = [...said].flatMap(([pointer, { objection }]) =>
    objection && isNew(pointer) ? [objection] : [],
  )
  return {
    goesAt: (pointer) => (isNew(pointer) ? said.get(pointer)?.at : said.get(pointer)?.said) ?? null,
    plan: said.get('/scheduled_at')?.said ?? null,
    problems: [...said.values()].flatMap(({ problem }) => problem ?? []),
    objections,
  }
}

/** Where every account has a time of its own, the post goes when the first of them does. */
export function storedTime(said: Date | null, own: readonly (Date | null)[]): Date | null {
  if (said || own.length === 0 || own.includes(null)) return said
  return new Date(Math.min(...own.map((at) => at?.getTime() ?? 0)))
}
