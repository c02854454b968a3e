import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batch } from './batch.ts'

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
  const echo = batch({ most: 4, lanes: 2 }, async (items: number[]) => {
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

test('in halves, one batch is made up while the other is under way', async () => {
  const batches: number[][] = []
  const under: (() => void)[] = []
  const echo = batch({ most: 100, lanes: 4, pipelined: true }, async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => under.push(resolve))
    return items
  })
  const settle = async (): Promise<void> => {
    for (const end of under.splice(0)) end()
    await pause(1)
  }
  const all = range(40).map(echo)
  for (let rounds = 0; under.length > 0 && rounds < 40; rounds += 1) await settle()
  await Promise.all(all)
  // It is known by now that forty ask at once: twenty are begun before the turn is over, and then the others.
  batches.length = 0
  const again = range(40).map(echo)
  expect(batches.map((batch) => batch.length)).toEqual([20, 20])
  await settle()
  expect(await Promise.all(again)).toEqual(range(40))
})

test('in halves, few wait for the batch that is under way, and not for long when that takes long', async () => {
  const batches: number[][] = []
  let isSlow = false
  const echo = batch({ most: 100, lanes: 4, pipelined: true }, async (items: number[]) => {
    batches.push(items)
    await pause(isSlow ? 200 : 1)
    return items
  })
  await Promise.all(range(40).map(echo))
  isSlow = true
  batches.length = 0
  const many = range(20).map(echo)
  const few = range(3).map((item) => echo(item + 100))
  expect(batches).toHaveLength(1)
  await pause(50)
  expect(batches.map((batch) => batch.length)).toEqual([20, 3])
  await Promise.all([...many, ...few])
})

test('in halves, who asks alone waits for nobody', async () => {
  const startedAt: number[] = []
  const echo = batch({ most: 100, lanes: 4, pipelined: true }, async (items: number[]) => {
    startedAt.push(performance.now())
    return items
  })
  for (const item of range(20)) {
    const askedAt = performance.now()
    await echo(item)
    expect((startedAt.at(-1) ?? 0) - askedAt).toBeLessThan(4)
  }
})
