export interface BatchOptions {
  /** The most items that one batch may hold. */
  readonly most: number
  /** How many batches may be under way at once. */
  readonly lanes: number
  /** For how long items are gathered before a batch; one turn of the event loop unless given. */
  readonly gatherMs?: number
}

/** Does a batch: one result for each item, in their order. An Error among them rejects its item alone. */
export type RunBatch<Item, Result> = (items: Item[]) => Promise<readonly (Result | Error)[]>

/**
 * DataLoader with lanes: makes a function of one item from a function of many. Items that are asked for within one turn
 * of the event loop, or while every lane is busy, become one batch, in the order in which they were asked for.
 *
 * @param run what it throws rejects every item of its batch
 */
export function batch<Item, Result>(
  { most, lanes, gatherMs }: BatchOptions,
  run: RunBatch<Item, Result>,
): (item: Item) => Promise<Result> {
  const queue: QueuedItem<Item, Result>[] = []
  let underWay = 0
  let isPlanned = false

  function planBatch(): void {
    if (isPlanned || queue.length === 0 || underWay >= lanes) return
    isPlanned = true
    const start = () => {
      isPlanned = false
      startBatch()
    }
    if (gatherMs === undefined) setImmediate(start)
    else setTimeout(start, gatherMs)
  }

  function startBatch(): void {
    if (queue.length === 0 || underWay >= lanes) return
    underWay += 1
    void answerItems(queue.splice(0, most), run).then(() => {
      underWay -= 1
      planBatch()
    })
    planBatch()
  }

  return (item) => enqueue(queue, item, planBatch)
}

/** An item that waits for its batch. */
export interface QueuedItem<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** Answers the items of one batch; never throws. */
export async function answerItems<Item, Result>(
  queued: readonly QueuedItem<Item, Result>[],
  run: RunBatch<Item, Result>,
): Promise<void> {
  try {
    const results = await run(queued.map(({ item }) => item))
    if (results.length !== queued.length)
      throw new Error(`A batch of ${queued.length} got ${results.length} results.`)
    for (const [index, { resolve, reject }] of queued.entries()) {
      const result = results[index] as Result | Error
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
  } catch (error) {
    for (const { reject } of queued) reject(error)
  }
}

export function enqueue<Item, Result>(
  queue: QueuedItem<Item, Result>[],
  item: Item,
  planBatch: () => void,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    queue.push({ item, resolve, reject })
    planBatch()
  })
}

/**
 * `batch` with a queue of its own for each context, such as a pool or a transaction: items of two contexts never share a
 * batch. A queue lives as long as its context.
 */
export function batchPer<Context extends object, Item, Result>(
  options: BatchOptions,
  run: (context: Context, items: Item[]) => Promise<readonly (Result | Error)[]>,
): (context: Context, item: Item) => Promise<Result> {
  return queuePerContext((context) => batch(options, (items: Item[]) => run(context, items)))
}

/** Calls `createQueue` once for each context, when it is first used. */
export function queuePerContext<Context extends object, Item, Result>(
  createQueue: (context: Context) => (item: Item) => Promise<Result>,
): (context: Context, item: Item) => Promise<Result> {
  const queues = new WeakMap<Context, (item: Item) => Promise<Result>>()
  return (context, item) => {
    const queue = queues.get(context) ?? createQueue(context)
    queues.set(context, queue)
    return queue(item)
  }
}

/** Does each item in a batch of its own, all at the same time. An Error is the result of an item that failed. */
export async function runSingly<Item, Result>(
  items: readonly Item[],
  run: RunBatch<Item, Result>,
): Promise<(Result | Error)[]> {
  return Promise.all(
    items.map(async (item) => {
      try {
        const [result] = await run([item])
        return result as Result | Error
      } catch (error) {
        return error instanceof Error ? error : new Error('An item of a batch failed.', { cause: error })
      }
    }),
  )
}
