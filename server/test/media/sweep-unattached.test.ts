// @module-tag slow
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClient, type Queryable, sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { seedMedia } from '../seed-media.ts'
import { createUpload, uploadFile } from '../uploads.ts'

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  account = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

const sweep = async (mediaUnattachedHours: number | null = 24) => {
  const config = { ...house.context.config, mediaUnattachedHours }
  return (await sweepMedia({ ...house.context, config })).unattached
}

/** Lets a medium be as if nobody had touched it for so many hours. */
const age = (id: string, hours: number) =>
  house.db.run(sql`update media set updated_at = updated_at - ${hours} * interval '1 hour' where id = ${id}`)

async function seedOld(): Promise<{ id: string; path: string }> {
  const medium = await seedMedia(house)
  await house.db.run(sql`update media set was_attached = false where id = ${medium.id}`)
  await age(medium.id, 25)
  return medium
}

const isThere = async (id: string) => (await house.request('GET', `/v1/media/${id}`)).status === 200

const post = (path: string, is_draft = true) =>
  house.request('POST', '/v1/posts', {
    body: { caption: 'words', social_accounts: [account], media: [path], is_draft },
  })

test('deletes what no post ever used, with its file, and not an hour too early', async () => {
  const media = await uploadFile(house, await image('png'), 'image/png')
  const row = await house.db.row<{ storage_key: string }>(
    sql`select storage_key from media where id = ${media.id}`,
  )
  const key = row?.storage_key ?? ''
  const file = join(house.context.config.dataDir, 'media', 'objects', key.slice(0, 2), key)
  await age(media.id, 23)
  expect([await sweep(), await isThere(media.id), existsSync(file)]).toEqual([0, true, true])
  await age(media.id, 2)
  expect([await sweep(null), await isThere(media.id)]).toEqual([0, true])
  expect([await sweep(), await isThere(media.id), existsSync(file)]).toEqual([1, false, false])
  expect((await house.request('GET', media.url, { key: null })).status).toBe(404)
})

test('leaves what was uploaded before there was such a sweep', async () => {
  const { id } = await seedMedia(house)
  await age(id, 1_000)
  expect([await sweep(), await isThere(id)]).toEqual([0, true])
})

test('leaves what is kept, was touched lately, or still waits for its upload', async () => {
  const [kept, touched] = [await seedOld(), await seedOld()]
  await house.request('PATCH', `/v1/media/${kept.id}`, { body: { keep: true } })
  await age(kept.id, 25)
  await house.request('PATCH', `/v1/media/${touched.id}`, { body: { alt_text: 'Boats' } })
  const waiting = await createUpload(house, Buffer.alloc(1), 'image/png')
  await age(waiting.id, 25)
  expect(await sweep()).toBe(0)
  for (const { id } of [kept, touched, waiting]) expect(await isThere(id)).toBe(true)
})

test('leaves what a post used once, even when the post let it go or is deleted', async () => {
  const [used, swapped, deleted] = [await seedOld(), await seedOld(), await seedOld()]
  expect((await post(used.path)).status).toBe(200)
  const { json: changed } = await post(swapped.path)
  await house.request('PATCH', `/v1/posts/${changed.id}`, { body: { media: [] } })
  const { json: gone } = await post(deleted.path)
  await house.request('DELETE', `/v1/posts/${gone.id}`)
  expect(await sweep()).toBe(0)
  for (const { id } of [used, swapped, deleted]) expect(await isThere(id)).toBe(true)
  const looked = await house.db.rows(sql`
    select id from media where workspace_id = ${house.workspaceId} and state = 'ready' and not keep and not was_attached
      and updated_at < clock_timestamp() - interval '1 day'`)
  expect(looked).toEqual([])
})

test('looks at no more than 500 at a time, the oldest first', async () => {
  await house.db.run(sql`
    insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, state, kind, storage_key,
      served_bytes, sha256, public_name, upload_expires_at, updated_at, was_attached)
    select ${house.workspaceId}, gen_random_uuid(), 'live', ${house.userId}, 'many/' || n, 'x', 'image/png', 1, 'ready',
      'image', md5(n::text), 1, sha256('x'), md5(n::text) || '.png', now(), now() - n * interval '1 day', false
    from generate_series(2, 601) n`)
  expect([await sweep(), await sweep(), await sweep()]).toEqual([500, 100, 0])
})

test('lets a post that is just taking the medium have it', async () => {
  const { id } = await seedOld()
  const client = await house.db.connect()
  const own = onClient(client)
  await own.run(sql`begin`)
  await linkToDraft(own, id)
  expect([await sweep(), await isThere(id)]).toEqual([0, true])
  await own.run(sql`commit`)
  await client.end()
  expect([await sweep(), await isThere(id)]).toEqual([0, true])
})

async function linkToDraft(db: Queryable, mediumId: string): Promise<void> {
  const postId = newId()
  await db.run(sql`
    insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy)
    values (${house.workspaceId}, ${postId}, 'live', ${house.userId}, '', '{}', true, 'publish_24h')`)
  await db.run(sql`
    insert into post_media (workspace_id, post_id, media_id) values (${house.workspaceId}, ${postId}, ${mediumId})`)
}

test('is safe beside posts that are being created: each has its medium, or is told that it is gone', async () => {
  const media = await Promise.all(Array.from({ length: 40 }, seedOld))
  const sweeping = (async () => {
    for (let round = 0; round < 4; round += 1) await sweep()
  })()
  const answers = await Promise.all(media.map(({ path }) => post(path)))
  await sweeping
  for (const [index, { status, json }] of answers.entries()) {
    const isLeft = await isThere(media[index]?.id ?? '')
    expect([status, isLeft]).toEqual(isLeft ? [200, true] : [422, false])
    if (!isLeft) expect(json.errors[0].code).toBe('media_not_found')
  }
})
