import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gather } from './gather.ts'

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('does in one batch what is asked for in one turn, and answers each its own', async () => {
  const batches: number[][] = []
  const double = gather({ most: 100, lanes: 1 }, async (items: number[]) => {
    batches.push(items)
    return items.map((item) => item * 2)
  })
  expect(await Promise.all(range(10).map(double))).toEqual(range(10).map((item) => item * 2))
  expect(batches).toEqual([range(10)])
})

test('gathers while a batch is under way, and never makes one larger than it may be', async () => {
  const sizes: number[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const echo = gather({ most: 4, lanes: 2 }, async (items: number[]) => {
    sizes.push(items.length)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await pause(5)
    atOnce -= 1
    return items
  })
  const first = echo(0)
  await pause(1)
  expect(await Promise.all([first, ...range(11).map(echo)])).toEqual([0, ...range(11)])
  expect(sizes).toEqual([1, 4, 4, 3])
  expect(mostAtOnce).toBe(2)
})

test('gives what a batch throws to each of its items, and goes on with the next', async () => {
  let isBroken = true
  const echo = gather({ most: 10, lanes: 1 }, async (items: number[]) => {
    if (isBroken) throw new Error('away')
    return items
  })
  const lost = await Promise.allSettled([echo(1), echo(2)])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await echo(3)).toBe(3)
})

test('a batch that forgets an item leaves nobody waiting', async () => {
  const broken = gather({ most: 10, lanes: 1 }, async (items: number[]) => items.slice(1))
  await expect(Promise.all([broken(1), broken(2)])).rejects.toThrow('A batch of 2 got 1 results.')
})
