import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pipelinedBatch } from './pipelined-batch.ts'

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('prepares one half while the other is under way', async () => {
  const batches: number[][] = []
  const under: (() => void)[] = []
  const echo = pipelinedBatch({ most: 100, lanes: 4 }, async (items: number[]) => {
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
  // Forty items at once are expected by now, so twenty begin as soon as they are there, and then the others.
  batches.length = 0
  const again = range(40).map(echo)
  expect(batches.map((batch) => batch.length)).toEqual([20, 20])
  await settle()
  expect(await Promise.all(again)).toEqual(range(40))
})

test('lets few items wait for the batch that is under way, but not for long when that takes long', async () => {
  const batches: number[][] = []
  let isSlow = false
  const echo = pipelinedBatch({ most: 100, lanes: 4 }, async (items: number[]) => {
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

test('lets an item that comes alone wait for nobody', async () => {
  const startedAt: number[] = []
  const echo = pipelinedBatch({ most: 100, lanes: 4 }, async (items: number[]) => {
    startedAt.push(performance.now())
    return items
  })
  for (const item of range(20)) {
    const askedAt = performance.now()
    await echo(item)
    expect((startedAt.at(-1) ?? 0) - askedAt).toBeLessThan(4)
  }
})
