import { withTimeout } from '../concurrency/with-timeout.ts'
import { ChildLost } from './child-errors.ts'
import { createFairQueue, QueueClosed, type QueueLimits } from './fair-queue.ts'
import { type ChildOptions, type KeptChild, startChild } from './kept-child.ts'

export interface PoolOptions extends ChildOptions {
  /** Its `atOnce` is the number of children at most. */
  readonly queue: QueueLimits
  /** A child that had no order for this long ends. */
  readonly idleMs: number
  /** Told of each child that is lost with an order. */
  readonly onLost: (error: ChildLost) => void
}

/** Child processes that carry out orders for callers, who wait in fair turns. */
export interface ChildPool<Order, Answer> {
  /**
   * Has an order carried out, once more when its child ended for no known reason. Keys take turns.
   * @throws QueueFull, QueueClosed, ChildLost, ChildFault
   */
  run(key: string, order: Order): Promise<Answer>
  /** Refuses everything that has not begun, kills what is not done after this time, and waits until no child is left. */
  close(graceMs: number): Promise<void>
}

/** Creates a pool. Children start with the first orders, are used again, and end when they are not needed. */
export function createChildPool<Order, Answer>(options: PoolOptions): ChildPool<Order, Answer> {
  const queue = createFairQueue(options.queue)
  const children = new Set<KeptChild<Order, Answer>>()
  const idle = new Map<KeptChild<Order, Answer>, NodeJS.Timeout>()
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  /** The child that was used last, or a new one. */
  function takeChild(): KeptChild<Order, Answer> {
    const [kept, timer] = [...idle].findLast(([child]) => !child.isWorn()) ?? []
    if (kept) {
      clearTimeout(timer)
      idle.delete(kept)
      return kept
    }
    const child = startChild<Order, Answer>(options)
    children.add(child)
    void child.ended.then(() => {
      clearTimeout(idle.get(child))
      idle.delete(child)
      children.delete(child)
    })
    return child
  }

  function putBack(child: KeptChild<Order, Answer>): void {
    if (isClosed || child.isWorn()) {
      child.letGo()
      return
    }
    const timer = setTimeout(() => {
      idle.delete(child)
      child.letGo()
    }, options.idleMs)
    idle.set(child, timer.unref())
  }

  async function ask(order: Order): Promise<Answer> {
    const child = takeChild()
    try {
      return await child.ask(order)
    } catch (error) {
      if (isClosed) throw new QueueClosed('The pool closed before the order was done.', { cause: error })
      if (error instanceof ChildLost) options.onLost(error)
      throw error
    } finally {
      putBack(child)
    }
  }

  async function askTwice(order: Order): Promise<Answer> {
    return ask(order).catch((error: unknown) => {
      if (!(error instanceof ChildLost) || !/^(?:crashed|killed)$/.test(error.reason)) throw error
      return ask(order)
    })
  }

  return {
    run: async (key, order) => {
      const release = await queue.take(key)
      const work = askTwice(order).finally(release)
      underWay.add(work)
      return work.finally(() => underWay.delete(work))
    },
    close: async (graceMs) => {
      isClosed = true
      queue.close()
      for (const child of idle.keys()) child.letGo()
      await withTimeout(graceMs, Promise.allSettled(underWay))
      for (const child of children) child.kill()
      await Promise.all([...children].map(({ ended }) => ended))
    },
  }
}
