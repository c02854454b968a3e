import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { readOldFacts } from '../../src/media/intake/read-old-facts.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { uploadFile } from '../uploads.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const { signal } = new AbortController()
const videoOf = async (id: string) => (await house.request('GET', `/v1/media/${id}`)).json.video

it('reads the facts of videos from before facts were stored, each once, also of a file that is broken or gone', async () => {
  const { id } = await uploadFile(house, await film('mp4'), 'video/mp4')
  const broken = await uploadFile(house, await film('mp4'), 'video/mp4')
  const gone = await uploadFile(house, await film('mp4'), 'video/mp4')
  const found = await videoOf(id)
  expect(found).toMatchObject({ container: 'mp4', codec: 'vp9' })
  const keys = await house.db.rows<{ id: string; storage_key: string }>(
    sql`update media set facts = null returning id, storage_key`,
  )
  const keyOf = (wanted: string) => keys.find((row) => row.id === wanted)?.storage_key ?? ''
  const staged = await house.context.storage.stage(Readable.from([Buffer.from('no film')]), {
    bytes: 7,
    owner: 'x',
  })
  await staged.keep(keyOf(broken.id))
  await house.context.storage.delete(keyOf(gone.id))
  expect(await videoOf(id)).toBeNull()

  const stopped = AbortSignal.abort()
  expect(await readOldFacts(house.context, stopped)).toBe(0)
  expect(await readOldFacts(house.context, signal)).toBe(3)
  expect(await videoOf(id)).toEqual(found)
  expect([await videoOf(broken.id), await videoOf(gone.id)]).toEqual([null, null])
  expect(await readOldFacts(house.context, signal)).toBe(0)
})
