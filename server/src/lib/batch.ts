export interface BatchOptions {
  /** The most that one batch may hold. */
  readonly most: number
  /** How many batches may be under way at once. */
  readonly lanes: number
  /**
   * Where making up a batch is work too: one is begun as soon as it holds half of what is lately asked for at once, so that
   * while it is under way the other half is made up. Fewer wait for a batch that is under way, but no longer than
   * `longestWaitMs`. Left out: what comes within one turn of the event loop is a batch, whatever is under way.
   */
  readonly pipelined?: true
}

const longestWaitMs = 5

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Does together what many ask for one by one: what is asked for within one turn of the event loop, or while every lane is
 * busy, becomes one batch, in the order in which it was asked. Alone, an item waits for nobody.
 *
 * @param run does a batch and answers one result for each item, in their order. What it throws, each of them gets.
 */
export function batch<Item, Result>(
  { most, lanes, pipelined }: BatchOptions,
  run: (items: Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = []
  const recentDemand = trackDemand()
  let underWay = 0
  let isPlanned = false
  let waiting: NodeJS.Timeout | undefined

  function plan(): void {
    if (queue.length === 0 || underWay >= lanes) return
    if (pipelined && queue.length >= recentDemand.half()) start()
    else if (pipelined && underWay > 0) waiting ??= setTimeout(start, longestWaitMs)
    else if (!isPlanned) {
      isPlanned = true
      setImmediate(() => {
        isPlanned = false
        start()
      })
    }
  }

  function start(): void {
    clearTimeout(waiting)
    waiting = undefined
    const batch = underWay < lanes ? queue.splice(0, most) : []
    if (batch.length === 0) return
    underWay += 1
    recentDemand.enter(batch.length, queue.length)
    void finish(batch).then(() => {
      underWay -= 1
      recentDemand.leave(batch.length)
      plan()
    })
    plan()
  }

  async function finish(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} got ${results.length} results.`)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      plan()
    })
}

interface RecentDemand {
  /** So many are begun, and so many left to wait. */
  enter(begun: number, left: number): void
  leave(ended: number): void
  half(): number
}

/** How many ask at once: forgotten slowly, for they come back one after the other. */
function trackDemand(): RecentDemand {
  let inside = 0
  let lately = 1
  return {
    enter: (begun, left) => {
      inside += begun
      lately = Math.max(inside + left, lately * 0.98)
    },
    leave: (ended) => {
      inside -= ended
    },
    half: () => Math.ceil(lately / 2),
  }
}

/**
 * The same, with a queue of its own for each context: what is asked for with one context is never done with another.
 * It lives as long as its context.
 */
export function batchPer<Context extends object, Item, Result>(
  options: BatchOptions,
  run: (context: Context, items: Item[]) => Promise<readonly Result[]>,
): (context: Context, item: Item) => Promise<Result> {
  const queues = new WeakMap<Context, (item: Item) => Promise<Result>>()
  return (context, item) => {
    let queue = queues.get(context)
    if (!queue) {
      queue = batch(options, (items: Item[]) => run(context, items))
      queues.set(context, queue)
    }
    return queue(item)
  }
}
