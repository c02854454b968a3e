import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { film, largeFilm } from '../media-files.ts'
import { type SecondProcess, startSecondProcess } from '../second-process.ts'
import { createResumable, rawPatch } from '../tus.ts'
import { createUpload, rawUpload, sendAll } from '../uploads.ts'

// The server runs by itself here, so that what this test holds in memory is not counted as the server's.
let house: House
let server: SecondProcess
beforeAll(async () => {
  house = await startHouse({ worker: false })
  server = await startSecondProcess(house)
  // Code that is loaded once, such as the thread that measures videos, does not count as growth.
  await upload((await film('mp4')).length + 1_000)
  await upload(30_000_000)
})
afterAll(async () => {
  await server.kill()
  await house.stop()
})

/** The most memory the server has while `work` runs, over what it had before, in bytes. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = server.memory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 10)
  await work()
  clearInterval(watch)
  return most - before
}

async function upload(size: number): Promise<void> {
  const { chunks } = await largeFilm(size)
  const created = await createUpload(house, { length: size } as Buffer, 'video/mp4')
  const url = created.upload_url.replace(house.url, server.url)
  const answer = await rawUpload(url, 'video/mp4', size, chunks())
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*"status":"ready"/s)
}

async function resume(size: number): Promise<void> {
  const { chunks } = await largeFilm(size)
  const created = await createResumable(house, { length: size } as Buffer, 'video/mp4')
  const raw = await rawPatch(created.upload_url.replace(house.url, server.url), 0, size)
  await sendAll(raw, chunks())
  expect(await raw.until(/^HTTP\/1\.1 \d+ /)).toMatch(/^HTTP\/1\.1 204 /)
  raw.socket.destroy()
}

it('takes 200 MB in without keeping them in memory', async () => {
  const started = performance.now()
  const growth = await growthDuring(() => upload(200_000_000))
  process.stdout.write(
    `200 MB: ${Math.round(performance.now() - started)} ms, ${Math.round(growth / 1e6)} MB more memory\n`,
  )
  expect(growth).toBeLessThan(40_000_000)
})

it('takes 200 MB in by the tus protocol without keeping them in memory', async () => {
  await resume(30_000_000)
  const growth = await growthDuring(() => resume(200_000_000))
  process.stdout.write(`200 MB by tus: ${Math.round(growth / 1e6)} MB more memory\n`)
  expect(growth).toBeLessThan(40_000_000)
})

it('takes 20 files of 40 MB at once without keeping them in memory', async () => {
  const growth = await growthDuring(() => Promise.all(Array.from({ length: 20 }, () => upload(40_000_000))))
  process.stdout.write(`20 × 40 MB: ${Math.round(growth / 1e6)} MB more memory\n`)
  expect(growth).toBeLessThan(50_000_000)
})
