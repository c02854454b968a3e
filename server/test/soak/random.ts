import { createHash } from 'node:crypto'

/** Numbers from 0 to 1, the same ones for ever for the same words: one stream for each thing that needs chance. */
export interface Chance {
  next(): number
  between(least: number, most: number): number
  /** True this often. */
  is(share: number): boolean
  /** @throws Error for an empty list. */
  oneOf<Item>(items: readonly Item[]): Item
}

export function chanceOf(...words: readonly (string | number)[]): Chance {
  let state = createHash('sha256').update(words.join('\n')).digest().readUInt32LE()
  // Mulberry32: small, and even enough to choose faults with.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    is: (share) => next() < share,
    oneOf: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
  }
}
