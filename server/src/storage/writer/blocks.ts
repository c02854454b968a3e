/** Memory in which bytes go to the thread that writes, and come back empty. */
export type Block = Uint8Array<ArrayBuffer>

/** A part of the memory that all files share while they are written. */
export interface Blocks {
  /**
   * Takes a free block, or waits for the next one, in the order of the calls. While others wait, the longest holder is asked
   * to pass its block on.
   * @param onWanted asks this holder; called at most once
   */
  take(onWanted: () => void): Promise<Block>
  /** Asks a holder no more: it is passing its block on, or needs it to its end. */
  keep(onWanted: () => void): void
  /** Takes a block back; null for one that was lost. */
  giveBack(block: Block | null): void
}

/**
 * Keeps up to `most` blocks, however many files are written at once. They are made when they are needed, and those that nobody
 * uses are freed together once all are back.
 */
export function createBlocks(most: number, bytes: number): Blocks {
  let free: Block[] = []
  let taken = 0
  // A set would link each table that it grew out of to the next one, and garbage that is linked so becomes old together.
  const holders: (() => void)[] = []
  const waiting: { readonly onWanted: () => void; readonly resolve: (block: Block) => void }[] = []

  function hold(onWanted: () => void): Block {
    taken += 1
    holders.push(onWanted)
    return free.pop() ?? new Uint8Array(bytes)
  }

  function askLongest(): void {
    holders.shift()?.()
  }

  return {
    take: (onWanted) => {
      if (taken < most) return Promise.resolve(hold(onWanted))
      const { promise, resolve } = Promise.withResolvers<Block>()
      waiting.push({ onWanted, resolve })
      askLongest()
      return promise
    },
    keep: (onWanted) => {
      const at = holders.indexOf(onWanted)
      if (at >= 0) holders.splice(at, 1)
    },
    giveBack: (block) => {
      taken -= 1
      if (block !== null) free.push(block)
      const next = waiting.shift()
      if (next !== undefined) next.resolve(hold(next.onWanted))
      else if (taken === 0) {
        for (const { buffer } of free) buffer.transfer(0)
        free = []
      }
    },
  }
}
