import { expect, test, vi } from 'vitest'
import { type Block, createBlocks } from './blocks.ts'

const nobody = () => undefined

test('gives no more blocks than there are, and the next one to the one who waited longest', async () => {
  const blocks = createBlocks(2, 8)
  const taken = [await blocks.take(nobody), await blocks.take(nobody)]
  const got: number[] = []
  const waiting = [1, 2].map(async (who) => {
    const block = await blocks.take(nobody)
    got.push(who)
    return block
  })
  await new Promise(setImmediate)
  expect(got).toEqual([])
  blocks.giveBack(taken[0] as Block)
  expect(await waiting[0]).toBe(taken[0])
  expect(got).toEqual([1])
  blocks.giveBack(taken[1] as Block)
  expect(await waiting[1]).toBe(taken[1])
})

test('asks the longest holder that did not pass its block on, once', async () => {
  const blocks = createBlocks(3, 8)
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  for (const holder of [first, second, third]) await blocks.take(holder)
  blocks.keep(first)
  const waiting = [blocks.take(nobody), blocks.take(nobody), blocks.take(nobody)]
  expect([first, second, third].map((holder) => holder.mock.calls.length)).toEqual([0, 1, 1])
  for (const _each of waiting) blocks.giveBack(new Uint8Array(8))
  await Promise.all(waiting)
})

test('replaces a block that was lost, and frees all once nobody has one', async () => {
  const blocks = createBlocks(1, 8)
  await blocks.take(nobody)
  const next = blocks.take(nobody)
  blocks.giveBack(null)
  const replaced = await next
  expect(replaced).toHaveLength(8)
  blocks.giveBack(replaced)
  expect(await blocks.take(nobody)).not.toBe(replaced)
})
