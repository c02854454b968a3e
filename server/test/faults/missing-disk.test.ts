import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { createUpload, put } from '../uploads.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('a missing media folder is reported as our own fault, not as a database that is away, and the upload may be repeated', async () => {
  const bytes = await film('mp4')
  const { id, upload_url: url } = await createUpload(house, bytes, 'video/mp4')
  const staged = join(house.context.config.dataDir, 'media', 'staged')
  rmSync(staged, { recursive: true })
  const failed = await put(house, url, bytes, 'video/mp4')
  expect([failed.status, failed.json.code]).toEqual([500, 'internal_error'])
  expect(failed.text).not.toContain(staged)
  expect(await house.db.row(sql`select state from media where id = ${id}`)).toEqual({ state: 'waiting' })
  mkdirSync(staged)
  expect((await put(house, url, bytes, 'video/mp4')).status).toBe(200)
})
