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
