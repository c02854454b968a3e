import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { createUpload, put, uploadFile } from '../uploads.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let picture: Buffer
beforeAll(async () => {
  house = await startHouse()
  picture = await image('jpeg', { gps: true })
})
afterAll(() => house.stop())

const remove = (id: string) => house.request('DELETE', `/v1/media/${id}`)

/** How many files lie in storage. */
const stored = () =>
  readdirSync(join(house.context.config.dataDir, 'media', 'objects'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile()).length

describe('delete media', () => {
  it('deletes the medium, its address, its bytes and its cleaned copy', async () => {
    const media = await uploadFile(house, picture, 'image/jpeg')
    expect(stored()).toBe(2)
    const answer = await remove(media.id)
    expect([answer.status, answer.json]).toEqual([200, { id: media.id, deleted: true, success: true }])
    expect((await house.request('GET', media.url, { key: null })).status).toBe(404)
    expect((await house.request('GET', `/v1/media/${media.id}`)).status).toBe(404)
    expect((await remove(media.id)).status).toBe(404)
    await vi.waitFor(() => expect(stored()).toBe(0))
  })

  it('leaves bytes that could not be deleted at once to the sweep', async () => {
    const media = await uploadFile(house, picture, 'image/jpeg')
    const row = await house.db.row<{ storage_key: string }>(
      sql`select storage_key from media where id = ${media.id}`,
    )
    await house.db.run(sql`delete from media where id = ${media.id}`)
    await house.db.run(sql`
      insert into discarded_files (workspace_id, storage_key) values (${house.workspaceId}, ${row?.storage_key})`)
    expect(stored()).toBe(2)
    expect(await sweepMedia(house.context)).toMatchObject({ deletedFiles: expect.any(Number) })
    expect(stored()).toBe(0)
  })

  it('refuses to upload to a medium that was deleted', async () => {
    const created = await createUpload(house, picture, 'image/jpeg')
    expect((await remove(created.id)).status).toBe(200)
    expect((await put(house, created.upload_url, picture, 'image/jpeg')).status).toBe(404)
    expect(stored()).toBe(0)
  })

  it('keeps what a post uses, a draft too, and releases what only a deleted post used', async () => {
    const media = await uploadFile(house, picture, 'image/jpeg')
    const postId = newId()
    await house.db.run(sql`
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy)
      values (${house.workspaceId}, ${postId}, 'live', ${house.userId}, '', '{}', true, 'publish_24h')`)
    await house.db.run(sql`
      insert into post_media (workspace_id, post_id, media_id) values (${house.workspaceId}, ${postId}, ${media.id})`)
    const refused = await remove(media.id)
    expect([refused.status, refused.json.code, refused.json.post_ids]).toEqual([
      409,
      'media_in_use',
      [postId],
    ])
    expect((await house.request('GET', media.url, { key: null })).status).toBe(200)
    await house.db.run(sql`update posts set deleted_at = clock_timestamp() where id = ${postId}`)
    expect((await remove(media.id)).status).toBe(200)
  })

  it('is 422 with a body that says something', async () => {
    const created = await createUpload(house, picture, 'image/jpeg')
    const answer = await house.request('DELETE', `/v1/media/${created.id}`, { body: { force: true } })
    expect(answer.status).toBe(422)
  })
})

const admissible = async () => {
  const id = (await createUpload(house, picture, 'image/jpeg')).id
  return { id, method: 'DELETE', path: `/v1/media/${id}` }
}
testRefusals(() => house, 'write', admissible)
testStrangers(() => house, admissible)
