import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { startSecondProcess } from '../second-process.ts'
import { repeats } from '../thoroughness.ts'
import { createUpload, put, rawPut } from '../uploads.ts'

const rounds = repeats(6, 50)
let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, timings: { uploadLeaseMs: 300 } })
})
afterAll(() => house.stop())

const filesIn = (folder: string) =>
  readdirSync(join(house.context.config.dataDir, 'media', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

// A page behind the film, so that a cleaned copy is made and a crash can come between the two files.
it('keeps a file whole or not at all when the server is killed at any moment of its upload', async () => {
  const bytes = Buffer.concat([await film('mp4', { bytes: 8_000_000 }), Buffer.from('<html>')])
  let finished = 0
  for (let round = 0; round < rounds; round += 1) {
    const created = await createUpload(house, bytes, 'video/mp4')
    const server = await startSecondProcess(house)
    const raw = await rawPut(created.upload_url.replace(house.url, server.url), {
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
    })
    raw.socket.write(bytes)
    // From the first bytes to some time after the answer: a cold process needs about 600 ms.
    await new Promise((resolve) => setTimeout(resolve, (round * 900) / rounds))
    const answered = /^HTTP\/1\.1 200 /.test(raw.received())
    await server.kill()
    raw.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 350))
    await sweepMedia(house.context)
    const { status } = (await house.request('GET', `/v1/media/${created.id}`)).json
    if (answered) expect(status).toBe('ready')
    if (status === 'ready') finished += 1
    else expect((await put(house, created.upload_url, bytes, 'video/mp4')).status).toBe(200)
    const { url } = (await house.request('GET', `/v1/media/${created.id}`)).json
    const served = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(served.equals(bytes.subarray(0, -6))).toBe(true)
  }
  process.stdout.write(`${rounds} kills: ${finished} uploads had been accepted before\n`)
  await house.context.storage.reapStaged(0)
  expect(filesIn('staged')).toEqual([])
  const keys = await house.db.rows<{ storage_key: string; cleaned_key: string }>(sql`
    select storage_key, cleaned_key from media where state = 'ready'`)
  expect(filesIn('objects').sort()).toEqual(keys.flatMap((row) => [row.storage_key, row.cleaned_key]).sort())
  const events = await house.db.row<{ ready: number }>(
    sql`select count(*) as ready from events where type = 'media.ready'`,
  )
  expect(events?.ready).toBe(rounds)
}, 600_000)
