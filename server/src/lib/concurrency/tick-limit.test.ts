import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTickLimit } from './tick-limit.ts'

test('two go on in one turn of the event loop, the others in the next ones, in their order', async () => {
  const ticks = createTickLimit(2)
  const done: number[] = []
  const all = [1, 2, 3, 4, 5].map(async (number) => {
    await ticks.take()
    done.push(number)
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(done).toEqual([1, 2])
  await nextTurn()
  await Promise.resolve()
  expect(done).toEqual([1, 2, 3, 4])
  await Promise.all(all)
  expect(done).toEqual([1, 2, 3, 4, 5])
})

test('those who wait go before those who come later', async () => {
  const ticks = createTickLimit(1)
  const done: string[] = []
  await ticks.take()
  const waiting = ticks.take()?.then(() => done.push('waited'))
  await nextTurn()
  const later = ticks.take()?.then(() => done.push('came later'))
  await Promise.all([waiting, later])
  expect(done).toEqual(['waited', 'came later'])
})

test('what does not fit into a turn rests, and what fits never does', async () => {
  const ticks = createTickLimit(2, 50)
  const begunAt = performance.now()
  for (let turn = 0; turn < 3; turn += 1) {
    await Promise.all([ticks.take(), ticks.take()])
    await nextTurn()
    await nextTurn()
  }
  expect(performance.now() - begunAt).toBeLessThan(50)
  const restedAt = performance.now()
  await Promise.all([ticks.take(), ticks.take(), ticks.take()])
  expect(performance.now() - restedAt).toBeGreaterThan(45)
})
