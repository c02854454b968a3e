import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { filesIn } from '../media-state.ts'
import { startSecondProcess } from '../second-process.ts'
import { repeats } from '../thoroughness.ts'
import { createResumable, rawPatch, uploadWithClient } from '../tus.ts'

const rounds = repeats(4, 50)
let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, timings: { uploadLeaseMs: 300, resumableLockMs: 600 } })
})
afterAll(() => house.stop())

// A page behind the film, so that a cleaned copy is made and a crash can come between the two files.
it('goes on elsewhere when the server is killed at any moment of a resumable upload, its examination included', async () => {
  const bytes = Buffer.concat([await film('mp4', { bytes: 8_000_000 }), Buffer.from('<html>')])
  let answered = 0
  for (let round = 0; round < rounds; round += 1) {
    const { id, upload_url } = await createResumable(house, bytes, 'video/mp4')
    const server = await startSecondProcess(house)
    const raw = await rawPatch(upload_url.replace(house.url, server.url), 0, bytes.length)
    raw.socket.write(bytes)
    // From the first bytes to about the answer: a cold process needs about 900 ms.
    await new Promise((resolve) => setTimeout(resolve, 50 + (round * 1_000) / rounds))
    if (/^HTTP\/1\.1 204 /.test(raw.received())) answered += 1
    await server.kill()
    raw.socket.destroy()
    await uploadWithClient(bytes, { uploadUrl: upload_url })
    const { url, status } = (await house.request('GET', `/v1/media/${id}`)).json
    expect(status).toBe('ready')
    const served = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(served.equals(bytes.subarray(0, -6))).toBe(true)
  }
  process.stdout.write(`${rounds} kills: ${answered} uploads had been accepted before\n`)
  await house.context.storage.reapStaged(0)
  await house.context.storage.partials.reap(0)
  await sweepMedia(house.context)
  expect([...filesIn(house, 'staged'), ...filesIn(house, 'partials')]).toEqual([])
  const keys = await house.db.rows<{ storage_key: string; cleaned_key: string }>(sql`
    select storage_key, cleaned_key from media where state = 'ready'`)
  expect(filesIn(house, 'objects')).toEqual(keys.flatMap((row) => [row.storage_key, row.cleaned_key]).sort())
  const events = await house.db.row<{ ready: number }>(
    sql`select count(*) as ready from events where type = 'media.ready'`,
  )
  expect(events?.ready).toBe(rounds)
}, 600_000)
