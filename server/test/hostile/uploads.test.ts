import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { createUpload, put } from '../uploads.ts'
import { hostileFilms } from './hostile-films.ts'
import { hostilePictures } from './hostile-pictures.ts'
import { placedFiles } from './placed-files.ts'
import { slownessByTheClock } from './yardstick.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const files = [...hostilePictures, ...hostileFilms]
const size = 1_000_000
const mostWaitMs = 300
const atOnce = 10

/** Uploads a file; its bytes as they are served, or the code of the refusal. */
async function upload(bytes: Buffer, mimeType: string): Promise<Buffer | string> {
  const created = await createUpload(house, bytes, mimeType)
  const answer = await put(house, created.upload_url, bytes, mimeType)
  if (answer.status !== 200) return `${answer.status} ${answer.json.code}`
  return Buffer.from(await (await fetch(answer.json.url)).arrayBuffer())
}

/** Asks whether the server is well until `done`; the longest wait for an answer in milliseconds. */
async function longestWait(done: Promise<unknown>): Promise<number> {
  let isDone = false
  void done.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const startedAt = performance.now()
    expect((await house.request('GET', '/healthz', { key: null })).status).toBe(200)
    longest = Math.max(longest, performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return longest
}

describe('hostile files, ten at a time', () => {
  it('are refused or served as no more than twice of themselves, and keep nobody else waiting', {
    timeout: 120_000,
  }, async () => {
    const made = await Promise.all(
      files.map(async ({ name, mimeType, make }) => ({ name, mimeType, bytes: await make(size) })),
    )
    const slowBefore = slownessByTheClock()
    const waiting = made.values()
    const lane = async () => {
      for (const { name, mimeType, bytes } of waiting) {
        const answer = await upload(bytes, mimeType)
        if (typeof answer === 'string') expect(`${name}: ${answer}`).toMatch(/: 422 media_/)
        else expect(answer.length).toBeLessThanOrEqual(2 * bytes.length)
      }
    }
    const all = Promise.all(Array.from({ length: atOnce }, lane))
    const longest = await longestWait(all)
    await all
    expect(longest).toBeLessThan(mostWaitMs * Math.max(slowBefore, slownessByTheClock()))
  })
})

describe('a file of each type that tells a place', () => {
  it('is served without it', async () => {
    const ofEachType = new Map(placedFiles.map((file) => [file.mimeType, file]))
    for (const { name, mimeType, make, place } of ofEachType.values()) {
      const answer = await upload(await make(), mimeType)
      if (typeof answer === 'string') throw new Error(`${name} (${mimeType}) was answered ${answer}.`)
      for (const part of place) expect([name, answer.includes(part)]).toEqual([name, false])
    }
  })
})
