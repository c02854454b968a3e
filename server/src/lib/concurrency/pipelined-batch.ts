import {
  answerItems,
  type BatchOptions,
  enqueue,
  type QueuedItem,
  queuePerContext,
  type RunBatch,
} from './batch.ts'

const longestWaitMs = 5

/**
 * `batch` for items that cost processor time to prepare: a batch is started at half the recent demand, so this process
 * prepares the second half while the database works on the first. A smaller batch waits for one that is under way, at
 * most 5 ms; without one under way it starts at the end of the turn.
 */
export function pipelinedBatch<Item, Result>(
  { most, lanes }: BatchOptions,
  run: RunBatch<Item, Result>,
): (item: Item) => Promise<Result> {
  const queue: QueuedItem<Item, Result>[] = []
  const recentDemand = trackDemand()
  let underWay = 0
  let isPlanned = false
  let waiting: NodeJS.Timeout | undefined

  function planBatch(): void {
    if (queue.length === 0 || underWay >= lanes) return
    if (queue.length >= recentDemand.half()) startBatch()
    else if (underWay > 0) waiting ??= setTimeout(startBatch, longestWaitMs)
    else if (!isPlanned) {
      isPlanned = true
      setImmediate(() => {
        isPlanned = false
        startBatch()
      })
    }
  }

  function startBatch(): void {
    clearTimeout(waiting)
    waiting = undefined
    if (queue.length === 0 || underWay >= lanes) return
    const items = queue.splice(0, most)
    underWay += 1
    recentDemand.enter(items.length, queue.length)
    void answerItems(items, run).then(() => {
      underWay -= 1
      recentDemand.leave(items.length)
      planBatch()
    })
    planBatch()
  }

  return (item) => enqueue(queue, item, planBatch)
}

interface RecentDemand {
  enter(started: number, left: number): void
  leave(ended: number): void
  /** Half of the items that are asked for at once. */
  half(): number
}

/** Counts the items that are asked for at once. The count decays slowly, because answered callers return one by one. */
function trackDemand(): RecentDemand {
  let inside = 0
  let recent = 1
  return {
    enter: (started, left) => {
      inside += started
      recent = Math.max(inside + left, recent * 0.98)
    },
    leave: (ended) => {
      inside -= ended
    },
    half: () => Math.ceil(recent / 2),
  }
}

/** `pipelinedBatch` with a queue of its own for each context, as `batchPer` has. */
export function pipelinedBatchPer<Context extends object, Item, Result>(
  options: BatchOptions,
  run: (context: Context, items: Item[]) => Promise<readonly (Result | Error)[]>,
): (context: Context, item: Item) => Promise<Result> {
  return queuePerContext((context) => pipelinedBatch(options, (items: Item[]) => run(context, items)))
}
