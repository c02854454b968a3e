import { expect, test, vi } from 'vitest'
import { abortAfter, timedOut, withTimeout } from './with-timeout.ts'

const never = new Promise<never>(() => undefined)

test('work in time gives its result or its error, and work that takes longer is late', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done')
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await withTimeout(5, never)).toBe(timedOut)
})

test('an error that comes too late ends nothing', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  expect(await withTimeout(5, promise)).toBe(timedOut)
  reject(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})

test('no timer is left behind by work that ended in time', async () => {
  vi.useFakeTimers()
  try {
    await withTimeout(60_000, Promise.resolve())
    await abortAfter(60_000, null, () => Promise.resolve())
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('the signal of work is aborted when its time is over, or with the signal it was given', async () => {
  const reasonOf = (stop: AbortSignal) =>
    new Promise<unknown>((resolve) => {
      if (stop.aborted) resolve(stop.reason)
      else stop.addEventListener('abort', () => resolve(stop.reason), { once: true })
    })
  expect(await abortAfter(5, null, reasonOf)).toMatchObject({ name: 'TimeoutError' })
  const own = new AbortController()
  const pending = abortAfter(60_000, own.signal, reasonOf)
  own.abort('given up')
  expect(await pending).toBe('given up')
  expect(await abortAfter(60_000, AbortSignal.abort('before'), reasonOf)).toBe('before')
})
