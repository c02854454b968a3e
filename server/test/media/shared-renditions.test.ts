// @module-tag slow
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FitPlan, Rendition } from '../../src/connectors/connector.ts'
import { type Queryable, sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createMediaSource } from '../../src/media/media-source.ts'
import { makeRendition } from '../../src/media/renditions/make-rendition.ts'
import { claimRendition, type RenditionClaim } from '../../src/media/renditions/rendition-rows.ts'
import { requestRendition } from '../../src/media/renditions/request-rendition.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { uploadFile } from '../uploads.ts'

let house: House
// Drawn at random, so once for all.
let picture: Uint8Array
beforeAll(async () => {
  picture = await image('png', { width: 400, height: 300 })
  house = await startHouse({ worker: false })
})
beforeEach(() => house.db.run(sql`delete from media_renditions`))
afterAll(() => house.stop())

const plan: FitPlan = {
  mimeType: 'image/jpeg',
  crop: null,
  size: null,
  pad: null,
  maxBytes: null,
  video: null,
  remux: false,
  frameAtMs: null,
}

interface Row {
  id: string
  state: string
  tries: number
  storage_key: string | null
}

const source = () => createMediaSource(house.context, house.workspaceId)
const requestFor = (mediumId: string) => ({ workspaceId: house.workspaceId, mediumId, plan, dueAt: null })
const rows = () =>
  house.db.rows<Row>(sql`select id, state, tries, storage_key from media_renditions order by created_at`)
const usersOf = async (renditionId: string) =>
  (
    await house.db.rows<{ medium_id: string }>(sql`
      select medium_id from media_rendition_uses where rendition_id = ${renditionId} order by medium_id`)
  ).map(({ medium_id }) => medium_id)

async function uploadSame(send: { key?: string } = {}): Promise<string> {
  const { id } = await uploadFile(house, picture, 'image/png', send)
  return id
}

async function twoOfOneContent(): Promise<[string, string]> {
  return [await uploadSame(), await uploadSame()]
}

function mustBeReady(rendition: Rendition) {
  if (rendition.state !== 'ready') throw new Error('The rendition is not ready.')
  return rendition.medium
}

async function claimFor(mediumId: string): Promise<RenditionClaim> {
  const row = await requestRendition(house.db, requestFor(mediumId))
  const claim = row && (await claimRendition(house.db, house.workspaceId, row.id))
  if (!claim) throw new Error('Nobody else makes it.')
  return claim
}

const isStored = (key: string) =>
  house.context.storage.read(key, null).then(
    async (stream) => (await buffer(stream)).length > 0,
    () => false,
  )

describe('a rendition of two media with the same bytes', () => {
  it('is made once, also when both are asked for at the same moment', async () => {
    const media = await twoOfOneContent()
    const asked = Array.from({ length: 6 }, (_, index) => source().rendition(media[index % 2] ?? '', plan))
    await Promise.all(asked)
    const [first, second] = await Promise.all(media.map((id) => source().rendition(id, plan)))
    expect(first && mustBeReady(first).id).toBe(second && mustBeReady(second).id)
    const made = await rows()
    expect(made).toMatchObject([{ state: 'ready', tries: 1 }])
    expect(await usersOf(made[0]?.id ?? '')).toEqual([...media].sort())
    for (const id of media)
      expect((await house.request('GET', `/v1/media/${id}`)).json.renditions).toMatchObject([
        { status: 'ready', mime_type: 'image/jpeg' },
      ])
  })

  it('is not shared with another plan, another mode or another workspace', async () => {
    const live = await uploadSame()
    const test = await uploadSame({ key: house.testKey })
    const stranger = await house.other()
    const foreign = await uploadSame({ key: stranger.liveKey })
    await source().rendition(live, plan)
    await source().rendition(live, { ...plan, size: { width: 40, height: 30 } })
    await source().rendition(test, plan)
    await createMediaSource(house.context, stranger.workspaceId).rendition(foreign, plan)
    expect(await rows()).toMatchObject(Array(4).fill({ state: 'ready', tries: 1 }))
  })

  it('lives until the last of them is deleted', async () => {
    const [first, second] = await twoOfOneContent()
    const { id } = mustBeReady(await source().rendition(first, plan))
    await source().rendition(second, plan)
    const [{ storage_key: key } = { storage_key: null }] = await rows()
    expect((await house.request('DELETE', `/v1/media/${first}`)).status).toBe(200)
    await sweepMedia(house.context)
    expect(await isStored(key ?? '')).toBe(true)
    expect((await buffer(await source().open(id, null))).length).toBeGreaterThan(0)
    expect(await usersOf(id)).toEqual([second])
    expect((await house.request('DELETE', `/v1/media/${second}`)).status).toBe(200)
    expect(await rows()).toEqual([])
    await sweepMedia(house.context)
    expect(await isStored(key ?? '')).toBe(false)
  })

  it('goes when both are deleted at once, although neither deletion sees the other', async () => {
    const media = await twoOfOneContent()
    for (const id of media) await source().rendition(id, plan)
    const [{ storage_key: key } = { storage_key: null }] = await rows()
    const [first, second] = media
    await whileOpen(
      (tx) => remove(tx, first),
      () => remove(house.db, second),
    )
    expect(await rows()).toEqual([])
    await sweepMedia(house.context)
    expect(await isStored(key ?? '')).toBe(false)
  })

  it('stays with a medium that begins to use it while the last other one is deleted, and the other way round', async () => {
    const [first, second] = await twoOfOneContent()
    const { id: old } = mustBeReady(await source().rendition(first, plan))
    const asked = await whileOpen(
      (tx) => remove(tx, first),
      () => source().rendition(second, plan),
    )
    const made = mustBeReady(asked)
    expect(made.id).not.toBe(old)
    expect(await rows()).toMatchObject([{ id: made.id, state: 'ready' }])
    const third = await uploadSame()
    await whileOpen(
      (tx) => requestRendition(tx, requestFor(third)),
      () => remove(house.db, second),
    )
    expect(await rows()).toMatchObject([{ id: made.id, state: 'ready' }])
    expect(await usersOf(made.id)).toEqual([third])
  })
})

describe('a rendition that is being made when a medium of it is deleted', () => {
  it('is finished for another medium that uses it', async () => {
    const [first, second] = await twoOfOneContent()
    const claim = await claimFor(first)
    await requestRendition(house.db, requestFor(second))
    expect((await house.request('DELETE', `/v1/media/${first}`)).status).toBe(200)
    await sweepMedia(house.context)
    await makeRendition(house.context, claim, null)
    expect(mustBeReady(await source().rendition(second, plan)).id).toBe(claim.id)
  })

  it('is made of the bytes of the other one when those of the first go in the same moment', async () => {
    const [first, second] = await twoOfOneContent()
    const claim = await claimFor(first)
    await requestRendition(house.db, requestFor(second))
    const { storage } = house.context
    const taken: string[] = []
    const withFile: typeof storage.withFile = async (key, work) => {
      taken.push(key)
      // The file goes after it was found in the database.
      if (taken.length === 1) await storage.delete(key)
      return storage.withFile(key, work)
    }
    await makeRendition({ ...house.context, storage: { ...storage, withFile } }, claim, null)
    expect(taken).toHaveLength(2)
    expect(await rows()).toMatchObject([{ id: claim.id, state: 'ready', tries: 1 }])
  })

  it('leaves nothing behind when it was the last', async () => {
    const [first, second] = await twoOfOneContent()
    const claim = await claimFor(first)
    await requestRendition(house.db, requestFor(second))
    const { storage } = house.context
    const stage: typeof storage.stage = async (...given) => {
      for (const id of [first, second])
        expect((await house.request('DELETE', `/v1/media/${id}`)).status).toBe(200)
      return storage.stage(...given)
    }
    await makeRendition({ ...house.context, storage: { ...storage, stage } }, claim, null)
    expect(await rows()).toEqual([])
    expect(await isStored(claim.storageKey)).toBe(false)
  })
})

describe('a rendition that a process of the version before begins', () => {
  it('belongs to its own medium, and goes with it', async () => {
    const [first, second] = await twoOfOneContent()
    const id = newId()
    await house.db.run(sql`
      insert into media_renditions (workspace_id, id, medium_id, plan_hash, plan)
      values (${house.workspaceId}, ${id}, ${first}, 'of before', ${JSON.stringify(plan)}::jsonb)`)
    await source().rendition(second, plan)
    expect(await usersOf(id)).toEqual([first])
    expect((await house.request('DELETE', `/v1/media/${first}`)).status).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'ready' }])
  })
})

async function remove(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from media where id = ${id}`)
}

/** Begins a second thing while a transaction that did the first is open, and commits once a lock stops the second. */
async function whileOpen<Result>(
  first: (tx: Queryable) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  const isDone = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const open = house.db.transaction(async (tx) => {
    await first(tx)
    isDone.resolve()
    await mayEnd.promise
  })
  await Promise.race([isDone.promise, open])
  const begun = second()
  const stopped = vi.waitFor(async () => {
    const waits = await house.db.row(
      sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waits).not.toBe(null)
  }, 40_000)
  await stopped.finally(mayEnd.resolve)
  await open
  return begun
}
