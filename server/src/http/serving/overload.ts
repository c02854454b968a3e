import type { Context } from '../../context.ts'
import { logOncePerMinute } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'

/** A process that has more to do than it can do in time lets what may wait wait, so that the rest is done. */
export interface Overload {
  /** Lets a request in, unless there is too much to do and its operation may wait. @throws Problem 503 `overloaded` */
  letIn(asked: { readonly mayWait?: true }): void
  close(): void
}

type OverloadParts = Pick<Context, 'db' | 'log'> & {
  readonly config: { readonly timings: Pick<Context['config']['timings'], 'overloadedAfterMs'> }
}

const lookEveryMs = 50
/** From this delay on, people notice that answers are slow. */
const lateMs = 200
/** From so many requests on, the last one waits for its connection for about as long as it has patience. */
const mostWaiting = 100

/**
 * Sees overload in two places: in the requests that wait for a connection to the database, at once; and in an event loop that was
 * late each time it was looked at, for a whole second. One long pause, as of a machine that sleeps, is no overload.
 */
export function createOverload({ db, log, config: { timings } }: OverloadParts): Overload {
  const { overloadedAfterMs } = timings
  const note = logOncePerMinute((seen) =>
    log.warn({ overload: seen }, 'overloaded: requests that can be repeated are refused for a moment'),
  )
  let lookedAt = performance.now()
  let lateLooks = 0
  let lateSince = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const isLate = now - lookedAt - lookEveryMs > lateMs
    if (isLate && lateLooks === 0) lateSince = lookedAt
    lateLooks = isLate ? lateLooks + 1 : 0
    lookedAt = now
  }, lookEveryMs).unref()

  const isLoopLate = () => lateLooks > 1 && performance.now() - lateSince >= overloadedAfterMs

  return {
    letIn: ({ mayWait }) => {
      const { waiting } = db
      if (!mayWait || (waiting <= mostWaiting && !isLoopLate())) return
      note({ waiting, late_looks: lateLooks })
      throw overloaded
    },
    close: () => clearInterval(timer),
  }
}

const overloaded = new Problem(
  503,
  'overloaded',
  'This server has more to do than it can do in time, and does what cannot wait first. Nothing was changed. Try again in a moment.',
  { retryAfterSeconds: 2 },
)
