import { beforeAll, describe, expect, it } from 'vitest'
import { hostileFilms } from './hostile-films.ts'
import { hostilePictures } from './hostile-pictures.ts'
import { scan, served } from './scanners.ts'
import { cpuMsOfAll, slowness } from './yardstick.ts'

const size = 1_000_000
/** For one megabyte. */
const mostMs = 200

let slow = 1
beforeAll(async () => {
  // The first calls compile the scanners, which is not measured.
  for (const { mimeType, make } of [...hostilePictures, ...hostileFilms])
    await scan(mimeType, await make(100_000))
  slow = slowness()
})

describe.each([...hostilePictures, ...hostileFilms])('$name ($mimeType)', ({ mimeType, make }) => {
  it('costs a fifth of a second at most, and is never served as more than twice of itself', async () => {
    const bytes = await make(size)
    const before = process.memoryUsage().rss
    let scanned: Awaited<ReturnType<typeof scan>> = null
    const ms = await cpuMsOfAll(async () => {
      scanned = await scan(mimeType, bytes)
    })
    expect(ms).toBeLessThan(mostMs * slow)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
    if (scanned) expect(served(bytes, scanned).length).toBeLessThanOrEqual(2 * bytes.length)
  })
})
