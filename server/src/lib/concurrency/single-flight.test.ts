import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

/** A question whose answers are given by hand: each is how often it was asked. */
function byHand() {
  const open: ((error?: Error) => void)[] = []
  let asked = 0
  return {
    asked: () => asked,
    ask: () => {
      asked += 1
      const answer = asked
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      open.push((error) => (error ? reject(error) : resolve(answer)))
      return promise
    },
    answer: async (error?: Error) => {
      open.shift()?.(error)
      await turn()
    },
  }
}

test('asks once more for all who ask while it is being asked, and never tells them what was true before', async () => {
  const { ask, asked, answer } = byHand()
  const share = singleFlight<number>(1)
  const first = share('posts', ask)
  const later = [share('posts', ask), share('posts', ask), share('posts', ask)]
  expect(asked()).toBe(1)
  await answer()
  expect(await first).toBe(1)
  expect(asked()).toBe(2)
  const last = share('posts', ask)
  await answer()
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await answer()
  expect(await last).toBe(3)
})

test('keeps different questions apart, and forgets what was answered', async () => {
  const [posts, results] = [byHand(), byHand()]
  const share = singleFlight<number>(1)
  const asked = [share('posts', posts.ask), share('results', results.ask)]
  await posts.answer()
  await results.answer()
  expect(await Promise.all(asked)).toEqual([1, 1])
  const again = share('posts', posts.ask)
  await posts.answer()
  expect(await again).toBe(2)
})

test('lets as many be under way as it may, and gathers the rest', async () => {
  const { ask, asked, answer } = byHand()
  const share = singleFlight<number>(2)
  const two = [share('posts', ask), share('posts', ask)]
  const later = [share('posts', ask), share('posts', ask)]
  expect(asked()).toBe(2)
  await answer()
  expect(asked()).toBe(3)
  await answer()
  await answer()
  expect(await Promise.all([...two, ...later])).toEqual([1, 2, 3, 3])
})

test('tells those who share a question that it failed, and asks anew for the next', async () => {
  const { ask, answer } = byHand()
  const share = singleFlight<number>(1)
  const first = share('posts', ask)
  const later = [share('posts', ask), share('posts', ask)]
  await Promise.all([expect(first).rejects.toThrow('away'), answer(new Error('away'))])
  const both = Promise.allSettled(later)
  await answer(new Error('still away'))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = share('posts', ask)
  await answer()
  expect(await again).toBe(3)
})
