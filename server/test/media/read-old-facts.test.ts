// @module-tag slow
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

const twoPages = Buffer.from(
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 2/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
)
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

it('counts the pages of documents from before pages were counted, and of a broken one no second time', async () => {
  const { id } = await uploadFile(house, twoPages, 'application/pdf')
  const early = await uploadFile(house, twoPages, 'application/pdf')
  const gone = await uploadFile(house, twoPages, 'application/pdf')
  const pagesOf = async (each: string) => (await house.request('GET', `/v1/media/${each}`)).json.pages
  const found = await pagesOf(id)
  expect(found).toBe(2)
  const keys = await house.db.rows<{ id: string; storage_key: string }>(sql`
    update media set facts = case when id = ${early.id} then facts - 'pages' end where kind = 'document'
    returning id, storage_key`)
  await house.context.storage.delete(keys.find((row) => row.id === gone.id)?.storage_key ?? '')
  expect(await pagesOf(id)).toBeNull()
  expect(await readOldFacts(house.context, signal)).toBe(3)
  expect([await pagesOf(id), await pagesOf(early.id), await pagesOf(gone.id)]).toEqual([found, found, null])
  expect(await readOldFacts(house.context, signal)).toBe(0)
})
