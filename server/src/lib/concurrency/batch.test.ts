import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { batch, batchPer, runSingly } from './batch.ts'

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('does in one batch what is asked for in one turn, and answers each its own', async () => {
  const batches: number[][] = []
  const double = batch({ most: 100, lanes: 1 }, async (items: number[]) => {
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
  const { promise: allAreAsked, resolve: letFirstEnd } = Promise.withResolvers<void>()
  const echo = batch({ most: 4, lanes: 2 }, async (items: number[]) => {
    sizes.push(items.length)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await allAreAsked
    await pause(1)
    atOnce -= 1
    return items
  })
  const first = echo(0)
  await vi.waitUntil(() => atOnce === 1)
  const others = range(11).map(echo)
  letFirstEnd()
  expect(await Promise.all([first, ...others])).toEqual([0, ...range(11)])
  expect(sizes).toEqual([1, 4, 4, 3])
  expect(mostAtOnce).toBe(2)
})

test('gives what a batch throws to each of its items, and goes on with the next', async () => {
  let isBroken = true
  const echo = batch({ most: 10, lanes: 1 }, async (items: number[]) => {
    if (isBroken) throw new Error('away')
    return items
  })
  const lost = await Promise.allSettled([echo(1), echo(2)])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await echo(3)).toBe(3)
})

test('a batch that forgets an item leaves nobody waiting', async () => {
  const broken = batch({ most: 10, lanes: 1 }, async (items: number[]) => items.slice(1))
  await expect(Promise.all([broken(1), broken(2)])).rejects.toThrow('A batch of 2 got 1 results.')
})

test('an Error among the results is thrown for its item alone', async () => {
  const odd = batch({ most: 10, lanes: 1 }, async (items: number[]) =>
    items.map((item) => (item % 2 ? item : new Error(`${item} is even`))),
  )
  const settled = await Promise.allSettled([odd(1), odd(2), odd(3)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(odd(4)).rejects.toThrow('4 is even')
})

test('items of two contexts never share a batch', async () => {
  const batches: unknown[] = []
  const echo = batchPer({ most: 10, lanes: 1 }, async (context: { name: string }, items: number[]) => {
    batches.push([context.name, items])
    return items
  })
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  await Promise.all([echo(a, 1), echo(b, 2), echo(a, 3)])
  expect(batches).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ])
})

test('done singly, an item that fails harms no other', async () => {
  const results = await runSingly([1, 2, 3], async ([item = 0]) => {
    if (item === 2) throw new Error('two')
    return [item * 10]
  })
  expect(results).toEqual([10, new Error('two'), 30])
})
