import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createUploadPace, type UploadPace } from './upload-pace.ts'

const chunk = 64_000
/** As slow as ten chunks in 64 ms. */
const slow = { bytesPerMs: 10_000 }

/** The time that ten chunks take, in ms. */
async function timeOfTen(pace: UploadPace): Promise<number> {
  const begunAt = performance.now()
  for (let passed = 0; passed < 10; passed += 1) await pace.pass(chunk)
  return performance.now() - begunAt
}

describe('while nobody asks for anything', () => {
  test('eight chunks go on in one turn of the event loop, and the others later, in their order', async () => {
    const pace = createUploadPace(slow)
    const done: number[] = []
    const all = Array.from({ length: 19 }, async (_, number) => {
      await pace.pass(chunk)
      done.push(number)
    })
    await Promise.resolve()
    await Promise.resolve()
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const later = pace.pass(chunk)?.then(() => done.push(19))
    await Promise.all([...all, later])
    expect(done).toEqual(Array.from({ length: 20 }, (_, number) => number))
  })

  test('what fits into a turn never waits for a timer', async () => {
    const pace = createUploadPace(slow)
    for (let turn = 0; turn < 100; turn += 1) {
      expect([1, 2, 3, 4, 5, 6, 7, 8].map(() => pace.pass(chunk))).toEqual(new Array(8).fill(null))
      await nextTurn()
      await nextTurn()
    }
  })

  test('one call of the API slows nothing down', async () => {
    const pace = createUploadPace(slow)
    pace.giveWay()
    expect(await timeOfTen(pace)).toBeLessThan(50)
  })
})

describe('while the API is asked again and again', () => {
  test('a file has its share of the time, and all of it afterwards', async () => {
    const pace = createUploadPace({ ...slow, giveWayMs: 100 })
    for (let asked = 0; asked < 2; asked += 1) pace.giveWay()
    expect(await timeOfTen(pace)).toBeGreaterThan(50)
    await pause(110)
    expect(await timeOfTen(pace)).toBeLessThan(50)
  })

  test('all files share it, whatever the size of their chunks', async () => {
    const pace = createUploadPace(slow)
    const asking = setInterval(() => pace.giveWay(), 5)
    for (let asked = 0; asked < 2; asked += 1) pace.giveWay()
    const begunAt = performance.now()
    const fourFiles = [1, 2, 4, 8].map(async (parts) => {
      for (let passed = 0; passed < 4 * parts; passed += 1) await pace.pass((4 * chunk) / (4 * parts))
    })
    await Promise.all(fourFiles)
    clearInterval(asking)
    // 1,024 kB at 10 kB a millisecond.
    expect(performance.now() - begunAt).toBeGreaterThan(85)
    expect(performance.now() - begunAt).toBeLessThan(400)
  })
})
