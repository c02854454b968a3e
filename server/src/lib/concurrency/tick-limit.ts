/** Lets only so much work of one kind, such as passing on the chunks of uploads, happen in one turn of the event loop. */
export interface TickLimit {
  /** Null when the work may be done in this turn. Otherwise resolves in a later one, in the order in which it was asked for. */
  take(): Promise<void> | null
}

/**
 * @param atOnce how much may be done in a turn; requests are answered between two turns
 * @param restMs how long work that did not fit into a turn waits for the next one, so that the processors have time for other threads
 * and processes
 */
export function createTickLimit(atOnce: number, restMs = 0): TickLimit {
  const waiting: (() => void)[] = []
  let left = atOnce
  let isPlanned = false

  function startTick(): void {
    isPlanned = false
    left = atOnce
    for (const enter of waiting.splice(0, left)) {
      left -= 1
      enter()
    }
    if (left < atOnce) planTick()
  }
  function endTick(): void {
    if (waiting.length > 0 && restMs > 0) setTimeout(startTick, restMs)
    else startTick()
  }
  function planTick(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(endTick)
  }

  return {
    take: () => {
      planTick()
      if (left > 0) {
        left -= 1
        return null
      }
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
  }
}
