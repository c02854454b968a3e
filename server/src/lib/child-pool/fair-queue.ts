export interface QueueLimits {
  /** How many are served at the same time. */
  readonly atOnce: number
  /** How many of them may have the same key. */
  readonly atOncePerKey: number
  readonly waiting: number
  readonly waitingPerKey: number
  /** Milliseconds after which one that waits is sent away. */
  readonly waitMs: number
}

/** There is no place in the queue, or none came free in time. */
export class QueueFull extends Error {
  override name = 'QueueFull'
  /** Whether others of the same key took the places. */
  readonly isOwn: boolean

  constructor(isOwn: boolean) {
    super(isOwn ? 'Too many of one key wait already.' : 'Too many wait already.')
    this.isOwn = isOwn
  }
}

/** The queue serves nobody any more. */
export class QueueClosed extends Error {
  override name = 'QueueClosed'
}

export interface FairQueue {
  /**
   * Waits for a place; give it back by calling the answer. An aborted `signal` ends the wait.
   * @throws QueueFull, QueueClosed, the reason of `signal`
   */
  take(key: string, signal?: AbortSignal): Promise<() => void>
  /** Sends everyone away who waits. Places already taken may still be given back. */
  close(): void
}

interface Waiter {
  readonly serve: (release: () => void) => void
  readonly refuse: (error: Error) => void
}

/** Serves keys in turns, so that one with many waiting delays another by no more than one place. */
export function createFairQueue(limits: QueueLimits): FairQueue {
  // The order of its keys is the order of their turns.
  const waiting = new Map<string, Waiter[]>()
  const places = createPlaces(limits, serveNext)
  let waitingInAll = 0
  let isClosed = false

  function serveNext(): void {
    for (const [key, waiters] of waiting) {
      const [next] = waiters
      if (!next || !places.isFree(key)) continue
      leaveLine(key, next)
      next.serve(places.take(key))
      return
    }
  }

  /** The key's next turn comes after those of all others. */
  function leaveLine(key: string, waiter: Waiter): void {
    const all = waiting.get(key) ?? []
    // One that was served a moment ago may still be given up.
    if (!all.includes(waiter)) return
    const left = all.filter((other) => other !== waiter)
    waitingInAll -= 1
    waiting.delete(key)
    if (left.length > 0) waiting.set(key, left)
  }

  function wait(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiter: Waiter = { serve: resolve, refuse: reject }
    waiting.set(key, [...(waiting.get(key) ?? []), waiter])
    waitingInAll += 1
    const giveUp = (error: unknown) => {
      leaveLine(key, waiter)
      reject(error)
    }
    return promise.finally(whenTired(limits.waitMs, signal, giveUp))
  }

  return {
    take: async (key, signal) => {
      signal?.throwIfAborted()
      if (isClosed) throw new QueueClosed('Nobody is served any more.')
      if (places.isFree(key)) return places.take(key)
      if ((waiting.get(key)?.length ?? 0) >= limits.waitingPerKey) throw new QueueFull(true)
      if (waitingInAll >= limits.waiting) throw new QueueFull(false)
      return wait(key, signal)
    },
    close: () => {
      isClosed = true
      const all = [...waiting.values()].flat()
      waiting.clear()
      waitingInAll = 0
      for (const { refuse } of all) refuse(new QueueClosed('Nobody is served any more.'))
    },
  }
}

interface Places {
  isFree(key: string): boolean
  /** Answers how to give the place back; a second call does nothing. */
  take(key: string): () => void
}

/** Counts the callers that are served, in all and by key. */
function createPlaces({ atOnce, atOncePerKey }: QueueLimits, onReturned: () => void): Places {
  const served = new Map<string, number>()
  let servedInAll = 0
  return {
    isFree: (key) => servedInAll < atOnce && (served.get(key) ?? 0) < atOncePerKey,
    take: (key) => {
      servedInAll += 1
      served.set(key, (served.get(key) ?? 0) + 1)
      let isReturned = false
      return () => {
        if (isReturned) return
        isReturned = true
        servedInAll -= 1
        const left = (served.get(key) ?? 1) - 1
        if (left === 0) served.delete(key)
        else served.set(key, left)
        onReturned()
      }
    },
  }
}

/** Gives up after this time, or when the signal comes, whichever is first. The answer ends the wait for both. */
function whenTired(
  waitMs: number,
  signal: AbortSignal | undefined,
  giveUp: (error: unknown) => void,
): () => void {
  const timer = setTimeout(() => giveUp(new QueueFull(false)), waitMs)
  const onAbort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
