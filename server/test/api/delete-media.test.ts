// @module-tag slow
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { setState } from '../set-state.ts'
import { createUpload, put, uploadFile } from '../uploads.ts'
import { tomorrow } from './posting.ts'
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
    await vi.waitFor(() => expect(stored()).toBe(0), 40_000)
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

  describe('of a post', () => {
    let account: string
    beforeAll(async () => {
      account = await house.connect('sandbox', { name: 'harbour' })
    })
    const post = async (mediaId: string) => {
      const body = {
        caption: 'words',
        social_accounts: [account],
        media: [mediaId],
        scheduled_at: tomorrow,
      }
      return house.request('POST', '/v1/posts', { body })
    }

    it('409: names the posts that may still be published, up to twenty, and how many there are', async () => {
      const { id, media_id } = await uploadFile(house, picture, 'image/jpeg')
      const { json: one } = await post(media_id)
      const refused = await remove(id)
      expect(refused).toMatchObject({
        status: 409,
        json: {
          code: 'media_in_use',
          detail: expect.stringMatching(/^A post may still be published with this medium\. /),
          posts: [{ id: one.id, status: 'scheduled' }],
          total: 1,
        },
      })
      for (const state of ['held', 'needs_review', 'failed', 'ready'] as const) {
        await setState(house, one.id, state)
        expect((await remove(id)).status).toBe(409)
      }
      for (let number = 0; number < 20; number += 1) expect((await post(media_id)).status).toBe(200)
      const { json } = await remove(id)
      expect([json.total, json.posts.length, json.post_ids.length]).toEqual([21, 20, 20])
      expect(json.detail).toMatch(/^21 posts may still be published/)
    })

    it('leaves a post that is public or canceled as it was', async () => {
      for (const state of ['published', 'canceled'] as const) {
        const { id, media_id, url } = await uploadFile(house, picture, 'image/jpeg')
        const { json: before } = await post(media_id)
        await setState(house, before.id, state)
        const read = () => house.request('GET', `/v1/posts/${before.id}`)
        const shown = (await read()).json
        expect([state, (await remove(id)).status]).toEqual([state, 200])
        expect((await house.request('GET', url, { key: null })).status).toBe(404)
        const after = await read()
        expect([after.status, after.json]).toEqual([200, shown])
        expect(after.json.media_ids).toEqual([media_id])
      }
    })

    it('is done once, whichever of two comes first: the deletion, or a post that takes the medium', async () => {
      const outcomes = { deleted: 0, used: 0 }
      for (let round = 0; round < 12; round += 1) {
        const { id, media_id } = await uploadFile(house, picture, 'image/jpeg')
        const [removed, posted] = await Promise.all([remove(id), post(media_id)])
        const left = await house.request('GET', `/v1/media/${id}`)
        if (removed.status === 200) {
          outcomes.deleted += 1
          expect([left.status, posted.status]).toEqual([404, 422])
          expect(posted.json.errors[0]).toMatchObject({ code: 'media_not_found' })
        } else {
          outcomes.used += 1
          expect([removed.status, left.status, posted.status]).toEqual([409, 200, 200])
        }
      }
      expect(outcomes.deleted + outcomes.used).toBe(12)
    })

    it('is done once when it is asked for twice at once, or its canceled post is deleted meanwhile', async () => {
      const { id, media_id } = await uploadFile(house, picture, 'image/jpeg')
      const { json } = await post(media_id)
      await setState(house, json.id, 'canceled')
      const answers = await Promise.all([
        remove(id),
        house.request('DELETE', `/v1/posts/${json.id}`),
        remove(id),
      ])
      const [first, ofPost, second] = answers.map(({ status }) => status)
      expect([[first, second].sort(), ofPost]).toEqual([[200, 404], 200])
    })
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
