import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house?.stop())

/** As much as all files together may bring in a fifth of a second. */
const fifthOfASecond = 50_000 * availableParallelism() * 200

it.each(['/v1/posts', '/app/setup'])('calls of %s go before files that come in', async (path) => {
  const { uploadPace } = house.context
  const timeOfFile = async () => {
    const begunAt = performance.now()
    // The second part waits until the first one is paid for.
    for (let part = 0; part < 2; part += 1) await uploadPace.pass(fifthOfASecond)
    return performance.now() - begunAt
  }
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await timeOfFile()).toBeLessThan(150)
  const timeBesideCalls = async () => {
    const answers = await Promise.all([house.request('GET', path), house.request('GET', path)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    return timeOfFile()
  }
  // On a machine that is busy with other work the calls may be over for longer than they count.
  await expect.poll(timeBesideCalls).toBeGreaterThan(150)
})
