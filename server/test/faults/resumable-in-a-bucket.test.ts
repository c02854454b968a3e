import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { sql } from '../../src/db/database.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import type { Bucket, BucketSettings } from '../../src/storage/s3/bucket.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { filesIn, mediaRow, mediaStatus } from '../media-state.ts'
import { startSecondProcess } from '../second-process.ts'
import { type Cut, type CuttingProxy, startCuttingProxy } from '../servers/cutting-proxy.ts'
import { openTestBucket, type Swift, startSwift, swiftProgram } from '../servers/start-swift.ts'
import { createResumable, offsetOf, patch, rawPatch, tus, uploadWithClient } from '../tus.ts'

let swift: Swift
let proxy: CuttingProxy
let objects: Bucket
let house: House
let bytes: Buffer
beforeAll(async () => {
  if (!isHere(swiftProgram)) return
  swift = await startSwift()
  const direct = await swift.newBucket()
  objects = await openTestBucket(swift, direct)
  proxy = await startCuttingProxy(direct.endpoint, { keepsHost: true })
  const bucket: BucketSettings = { ...direct, endpoint: proxy.url }
  house = await startHouse({
    worker: false,
    config: { storage: 's3', bucket },
    timings: { uploadLeaseMs: 900, resumableLockMs: 900 },
  })
  bytes = await film('mp4', { bytes: 12_000_000 })
})
beforeEach(skipWithout(swiftProgram))
afterAll(async () => {
  objects?.close()
  await house?.stop()
  await proxy?.stop()
  await swift?.stop()
})

const segment = 8 * 1024 * 1024
const namesOf = async (start: string) => {
  const names: string[] = []
  for await (const { name } of objects.list(start)) names.push(name)
  return names
}
const lockOf = async (id: string) =>
  (
    await house.db.row<{ locked_by: string | null }>(
      sql`select locked_by from resumable_uploads where media_id = ${id}`,
    )
  )?.locked_by ?? null
const isWhole = async (id: string) => {
  expect(await mediaStatus(house, id)).toBe('ready')
  const { url } = (await house.request('GET', `/v1/media/${id}`)).json
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  await vi.waitFor(async () => expect(await namesOf('partials/')).toEqual([]), 40_000)
  expect(filesIn(house, 'partials')).toEqual([])
}

it('a resumable upload whose server is killed goes on in another one, from the segments in the bucket', async () => {
  const first = await startSecondProcess(house)
  onTestFinished(() => first.kill())
  const { id, upload_url } = await createResumable(house, bytes, 'video/mp4')
  const raw = await rawPatch(upload_url.replace(house.url, first.url), 0, bytes.length)
  raw.socket.write(bytes.subarray(0, 10_000_000))
  await vi.waitFor(async () => expect(await namesOf('partials/')).toHaveLength(1), 60_000)
  expect(await lockOf(id)).not.toBeNull()
  await first.kill()
  raw.socket.destroy()
  const second = await startSecondProcess(house)
  onTestFinished(() => second.kill())
  const elsewhere = upload_url.replace(house.url, second.url)
  expect(await offsetOf(house, elsewhere)).toBe(segment)
  expect(await mediaStatus(house, id)).toBe('waiting')
  await uploadWithClient(bytes, { uploadUrl: elsewhere })
  await isWhole(id)
  await house.context.storage.reapStaged(0)
  const events = await house.db.rows(sql`select type from events where subject_id = ${id}`)
  expect(events).toEqual([{ type: 'media.ready' }])
  const medium = await mediaRow(house, id)
  expect(await objects.sizeOf(`objects/${medium?.storage_key}`)).toBe(bytes.length)
}, 120_000)

it('one whose server is killed while its file is examined is finished by another', async () => {
  const first = await startSecondProcess(house)
  onTestFinished(() => first.kill())
  const { id, upload_url } = await createResumable(house, bytes, 'video/mp4')
  const raw = await rawPatch(upload_url.replace(house.url, first.url), 0, bytes.length)
  raw.socket.write(bytes)
  await vi.waitFor(
    async () =>
      expect(
        await house.db.rows(
          sql`select from resumable_uploads where media_id = ${id} and complete_at is not null`,
        ),
      ).toHaveLength(1),
    { timeout: 60_000, interval: 5 },
  )
  await first.kill()
  raw.socket.destroy()
  await vi.waitFor(async () => {
    await sweepMedia(house.context)
    expect(await offsetOf(house, upload_url)).toBe(bytes.length)
  }, 60_000)
  await isWhole(id)
}, 120_000)

it('one that loses the bucket on the way is told so, keeps what is there, and goes on', async () => {
  const { id, upload_url } = await createResumable(house, bytes, 'video/mp4')
  expect((await patch(house, upload_url, 0, bytes.subarray(0, 9_000_000))).status).toBe(204)
  const error: Cut = { kind: 'answer', status: 500, headers: {}, body: '' }
  for (let turn = 0; turn < 3; turn += 1) proxy.cutNext('/9000000-', error)
  const refused = await patch(house, upload_url, 9_000_000, bytes.subarray(9_000_000))
  expect([refused.status, refused.json.code]).toEqual([503, 'storage_unavailable'])
  expect(await offsetOf(house, upload_url)).toBe(9_000_000)
  expect(await lockOf(id)).toBeNull()
  await uploadWithClient(bytes, { uploadUrl: upload_url })
  await isWhole(id)
}, 120_000)

it('one that is cancelled leaves nothing in the bucket', async () => {
  const { upload_url } = await createResumable(house, bytes, 'video/mp4')
  await patch(house, upload_url, 0, bytes.subarray(0, 100_000))
  expect(await namesOf('partials/')).toHaveLength(1)
  expect((await house.request('DELETE', upload_url, { key: null, headers: tus })).status).toBe(204)
  expect(await namesOf('partials/')).toEqual([])
})
