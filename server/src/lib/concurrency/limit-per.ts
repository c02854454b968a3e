import pLimit, { type LimitFunction } from 'p-limit'

/** Limits how much of one kind of work runs at once for each context. A limit lives as long as its context. */
export function limitPer<Context extends object>(concurrency: number): (context: Context) => LimitFunction {
  const limits = new WeakMap<Context, LimitFunction>()
  return (context) => {
    const limit = limits.get(context) ?? pLimit(concurrency)
    limits.set(context, limit)
    return limit
  }
}
