export interface GatherOptions {
  /** The most that one batch may hold. */
  readonly most: number
  /** How many batches may be under way at once. */
  readonly lanes: number
}

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
export function gather<Item, Result>(
  { most, lanes }: GatherOptions,
  run: (items: Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = []
  let underWay = 0
  let isPlanned = false

  function plan(): void {
    if (isPlanned || queue.length === 0 || underWay >= lanes) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      start()
    })
  }

  function start(): void {
    const batch = queue.splice(0, most)
    if (batch.length === 0) return
    underWay += 1
    void finish(batch).then(() => {
      underWay -= 1
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

/**
 * The same, with a queue of its own for each context: what is asked for with one context is never done with another.
 * It lives as long as its context.
 */
export function gatherPer<Context extends object, Item, Result>(
  options: GatherOptions,
  run: (context: Context, items: Item[]) => Promise<readonly Result[]>,
): (context: Context, item: Item) => Promise<Result> {
  const queues = new WeakMap<Context, (item: Item) => Promise<Result>>()
  return (context, item) => {
    let queue = queues.get(context)
    if (!queue) {
      queue = gather(options, (items: Item[]) => run(context, items))
      queues.set(context, queue)
    }
    return queue(item)
  }
}
