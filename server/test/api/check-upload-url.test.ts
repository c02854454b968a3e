// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { type CreatedUpload, createUpload, put } from '../uploads.ts'

let house: House
let picture: Buffer
let created: CreatedUpload
beforeAll(async () => {
  house = await startHouse({ worker: false })
  picture = await image('jpeg')
})
afterAll(() => house.stop())
beforeEach(async () => {
  created = await createUpload(house, picture, 'image/jpeg')
})

const check = (url = created.upload_url) => house.request('HEAD', url, { key: null })

test('says that the address can be used, and until when, without a body and without using it up', async () => {
  for (let number = 0; number < 3; number += 1) {
    const { status, text, headers } = await check()
    expect([status, text]).toEqual([200, ''])
    expect(new Date(headers.get('expires') ?? '').getTime()).toBeCloseTo(
      new Date(created.expires_at).getTime(),
      -4,
    )
  }
  expect((await put(house, created.upload_url, picture, 'image/jpeg')).status).toBe(200)
})

test('is 409 when it was used, 410 when its hour is over', async () => {
  await put(house, created.upload_url, picture, 'image/jpeg')
  expect((await check()).status).toBe(409)
  const late = await createUpload(house, picture, 'image/jpeg')
  await house.db.run(sql`
    update media set upload_expires_at = clock_timestamp() - interval '1 second' where id = ${late.id}`)
  expect((await check(late.upload_url)).status).toBe(410)
})

test('is 403 when it was changed, and 404 when its medium is gone', async () => {
  expect((await check(created.upload_url.replace('size=', 'size=1'))).status).toBe(403)
  expect((await check(created.upload_url.replace(created.id, newId()))).status).toBe(403)
  await house.request('DELETE', `/v1/media/${created.id}`)
  expect((await check()).status).toBe(404)
})
