// @module-tag slow
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import { Failure, type FitPlan, type Rendition } from '../../src/connectors/connector.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createMediaSource } from '../../src/media/media-source.ts'
import { makeRendition } from '../../src/media/renditions/make-rendition.ts'
import { claimRendition, keepRendition, mostTries } from '../../src/media/renditions/rendition-rows.ts'
import { renditionTask } from '../../src/media/renditions/rendition-task.ts'
import { sweepRenditions } from '../../src/media/renditions/sweep-renditions.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { beginConversions } from '../../src/publishing/worker/preparing/begin-conversions.ts'
import { StorageUnavailable } from '../../src/storage/storage.ts'
import { openWorkbench, pretendEngine } from '../converters.ts'
import { filmFolder } from '../films.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { movingFilm, movingGif } from '../moving-pictures.ts'
import { uploadFile } from '../uploads.ts'

let house: House
beforeAll(async () => {
  const engines = { ffmpeg: '', heifConvert: '', searchPath: process.env.PATH ?? '' }
  house = await startHouse({ worker: false, config: { engines } })
})
// Tests upload equal files, which would share what earlier ones had made.
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
const repack = { ...plan, mimeType: 'video/mp4', remux: true }

const source = () => createMediaSource(house.context, house.workspaceId)
const rows = (mediumId: string) =>
  house.db.rows<{
    id: string
    state: string
    tries: number
    why: string | null
    storage_key: string | null
  }>(sql`
    select r.id, state, tries, why, storage_key
    from media_rendition_uses u join media_renditions r on r.workspace_id = u.workspace_id and r.id = u.rendition_id
    where u.medium_id = ${mediumId}`)
const storedBytes = (key: string) =>
  house.context.storage.read(key, null).then(
    async (stream) => (await buffer(stream)).length,
    () => null,
  )

function mustBeReady(rendition: Rendition) {
  if (rendition.state !== 'ready') throw new Error('The rendition is not ready.')
  return rendition.medium
}

async function upload(width = 400, height = 300): Promise<{ id: string }> {
  return uploadFile(house, await image('png', { width, height }), 'image/png')
}

/** A job of ours, as the runner would do it. */
async function work(id: string): Promise<void> {
  const { signal } = new AbortController()
  await renditionTask.run(house.context, {
    payload: { workspace_id: house.workspaceId, id },
    signal,
  })
}

describe('a rendition of a picture', () => {
  it('is cut, scaled and padded by its plan, and is read by its own id', async () => {
    const { id } = await upload()
    const shaped = {
      ...plan,
      crop: { x: 0.5, y: 0, width: 0.5, height: 1 },
      size: { width: 100, height: 150 },
      pad: { width: 160, height: 150 },
    }
    const made = mustBeReady(await source().rendition(id, shaped))
    expect(made).toMatchObject({ kind: 'image', mimeType: 'image/jpeg', width: 160, height: 150, crop: null })
    const bytes = await buffer(await source().open(made.id, null))
    expect(bytes.length).toBe(made.bytes)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 150 })
    const part = await buffer(await source().open(made.id, { start: 10, end: 20 }))
    expect(part.equals(bytes.subarray(10, 20))).toBe(true)
    const fitted = await source().fitImage(made.id, { maxBytes: 9_000, maxSide: 50, types: ['image/jpeg'] })
    expect(Math.max(fitted.width, fitted.height)).toBe(50)
  })

  it('is made once for all who ask, also at the same moment, and is no medium of its own', async () => {
    const { id } = await upload()
    const all = await Promise.all(Array.from({ length: 5 }, () => source().rendition(id, plan)))
    const ids = new Set(all.flatMap((one) => (one.state === 'ready' ? one.medium.id : [])))
    expect(ids.size).toBe(1)
    expect(mustBeReady(await source().rendition(id, { ...plan })).id).toBe([...ids][0])
    expect(await rows(id)).toHaveLength(1)
    const listed = await house.request('GET', '/v1/media?limit=200')
    expect(listed.json.data.map((one: { id: string }) => one.id)).not.toContain([...ids][0])
    const named = await house.request('GET', `/v1/media/${[...ids][0]}`)
    expect(named.status).toBe(404)
    const stranger = await house.other()
    const foreign = createMediaSource(house.context, stranger.workspaceId)
    await expect(foreign.open([...ids][0] ?? '', null)).rejects.toThrow(Failure)
    await expect(foreign.rendition(id, plan)).rejects.toThrow('deleted')
  })

  it('is not decoded again for a network whose limits it keeps already', async () => {
    const made = mustBeReady(await source().rendition((await upload()).id, plan))
    const [row] = await house.db.rows<{ storage_key: string }>(
      sql`select storage_key from media_renditions where id = ${made.id}`,
    )
    // Bytes that no decoder takes, so that one would refuse them.
    const bytes = Buffer.from('as it was made')
    const staged = await house.context.storage.stage(Readable.from([bytes]), {
      bytes: bytes.length,
      owner: 'x',
    })
    await staged.keep(row?.storage_key ?? '')
    const fit = { maxBytes: 1_000_000, maxSide: 400, types: ['image/jpeg'] }
    const taken = await source().fitImage(made.id, fit)
    expect(taken).toEqual({ mimeType: 'image/jpeg', width: 400, height: 300, bytes })
    await expect(source().fitImage(made.id, { ...fit, maxSide: 399 })).rejects.toMatchObject({
      kind: 'invalid',
    })
  })

  it('is deleted with its medium, bytes and all', async () => {
    const { id } = await upload()
    await source().rendition(id, plan)
    const [{ storage_key: key } = { storage_key: null }] = await rows(id)
    expect(await storedBytes(key ?? '')).toBeGreaterThan(0)
    expect((await house.request('DELETE', `/v1/media/${id}`)).status).toBe(200)
    expect(await rows(id)).toEqual([])
    await sweepMedia(house.context)
    expect(await storedBytes(key ?? '')).toBe(null)
  })

  it('is forgotten after two weeks without use, and made again when its bytes are gone', async () => {
    const { id } = await upload()
    const first = mustBeReady(await source().rendition(id, plan))
    await house.db.run(
      sql`update media_renditions set used_at = now() - interval '15 days' where id = ${first.id}`,
    )
    await sweepRenditions(house.context)
    expect(await rows(id)).toEqual([])
    const second = mustBeReady(await source().rendition(id, plan))
    const [{ storage_key: key } = { storage_key: null }] = await rows(id)
    await house.context.storage.delete(key ?? '')
    await expect(source().open(second.id, null)).rejects.toMatchObject({ kind: 'unavailable' })
    const third = mustBeReady(await source().rendition(id, plan))
    expect((await buffer(await source().open(third.id, null))).length).toBe(third.bytes)
  })

  it('leaves no file behind when the database or the answer of the storage is lost after it was stored', async () => {
    const { id } = await upload()
    await source()
      .rendition(id, { ...plan, maxBytes: 10 })
      .catch(() => undefined)
    const { storage } = house.context
    for (const lost of ['database', 'answer'] as const) {
      await house.db.run(sql`update media_renditions set state = 'waiting' where medium_id = ${id}`)
      const [{ id: renditionId } = { id: '' }] = await rows(id)
      await house.db.run(
        sql`update media_renditions set plan = ${JSON.stringify(plan)}::jsonb where id = ${renditionId}`,
      )
      const claim = await claimRendition(house.db, house.workspaceId, renditionId)
      if (claim === null) throw new Error('Nobody else makes it.')
      const stage: typeof storage.stage = async (...given) => {
        const staged = await storage.stage(...given)
        const keep = async (key: string) => {
          await staged.keep(key)
          if (lost === 'answer') throw new StorageUnavailable('bucket_slow')
          // From now on no rendition becomes ready.
          await house.db.run(
            sql`alter table media_renditions add constraint lost check (state <> 'ready') not valid`,
          )
        }
        return { ...staged, keep, discard: () => staged.discard() }
      }
      const making = makeRendition({ ...house.context, storage: { ...storage, stage } }, claim, null)
      await expect(making).rejects.toThrow()
      await house.db.run(sql`alter table media_renditions drop constraint if exists lost`)
      expect(await rows(id)).toMatchObject([{ state: 'waiting', storage_key: null }])
      expect(await storedBytes(claim.storageKey)).toBeGreaterThan(0)
      await sweepMedia(house.context)
      expect(await storedBytes(claim.storageKey), lost).toBe(null)
    }
  })

  it('that cannot be made is invalid, with the reason, and tried anew after a while', async () => {
    const { id } = await upload()
    const impossible = { ...plan, maxBytes: 10 }
    for (const _ of [1, 2])
      await expect(source().rendition(id, impossible)).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('10 bytes'),
      })
    expect(await rows(id)).toMatchObject([{ state: 'failed', tries: 1 }])
    await house.db.run(
      sql`update media_renditions set updated_at = now() - interval '6 minutes' where medium_id = ${id}`,
    )
    await expect(source().rendition(id, impossible)).rejects.toThrow('10 bytes')
    const again = await house.db.row<{ fresh: boolean }>(sql`
      select updated_at > now() - interval '1 minute' as fresh from media_renditions where medium_id = ${id}`)
    expect(again).toEqual({ fresh: true })
  })
})

describe('a rendition of a video', () => {
  beforeEach(skipWithout('ffmpeg'))

  it('is pending until a job has made it, with a lease that another process takes over when its maker dies', async () => {
    const film = await uploadFile(house, await movingFilm('mp4'), 'video/mp4')
    const asked = await source().rendition(film.id, repack)
    expect(asked).toMatchObject({ state: 'pending', progress: null })
    const [{ id } = { id: '' }] = await rows(film.id)
    // A process claims it and dies.
    const dead = await claimRendition(house.db, house.workspaceId, id)
    await work(id)
    expect(await rows(film.id)).toMatchObject([{ state: 'making', storage_key: dead?.storageKey }])
    await house.db.run(
      sql`update media_renditions set lease_until = now() - interval '1 second' where id = ${id}`,
    )
    await work(id)
    expect(await rows(film.id)).toMatchObject([{ state: 'ready', tries: 2, why: null }])
    const made = mustBeReady(await source().rendition(film.id, repack))
    expect(made).toMatchObject({ id, kind: 'video', mimeType: 'video/mp4', video: { isFastStart: true } })
    expect((await buffer(await source().open(id, null))).length).toBe(made.bytes)
  })

  it('is made of a moving picture where a network shows only videos', async () => {
    const gif = await uploadFile(house, await movingGif(), 'image/gif')
    const coded = {
      codec: 'h264',
      audioCodec: 'aac',
      maxFrameRate: null,
      maxBitRate: null,
      maxAudioChannels: null,
      maxSampleRate: null,
    }
    await source().rendition(gif.id, { ...plan, mimeType: 'video/mp4', video: coded })
    const [{ id } = { id: '' }] = await rows(gif.id)
    await work(id)
    expect(await rows(gif.id)).toMatchObject([{ state: 'ready', why: null }])
    const made = mustBeReady(
      await source().rendition(gif.id, { ...plan, mimeType: 'video/mp4', video: coded }),
    )
    expect(made).toMatchObject({ kind: 'video', width: 320, height: 180, video: { codec: 'h264' } })
  })

  it('whose maker dies again and again is given up with a clear failure', async () => {
    const film = await uploadFile(house, await movingFilm('mp4'), 'video/mp4')
    await source().rendition(film.id, repack)
    const [{ id } = { id: '' }] = await rows(film.id)
    for (let tried = 0; tried < mostTries; tried += 1) {
      expect(await claimRendition(house.db, house.workspaceId, id)).not.toBe(null)
      await house.db.run(
        sql`update media_renditions set lease_until = now() - interval '1 second' where id = ${id}`,
      )
    }
    await work(id)
    await expect(source().rendition(film.id, repack)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('3 times'),
    })
  })

  it('is shown with its medium, and how much of it is done', async () => {
    const film = await uploadFile(house, await movingFilm('mp4'), 'video/mp4')
    const shown = async () => (await house.request('GET', `/v1/media/${film.id}`)).json.renditions
    expect(await shown()).toEqual([])
    await source().rendition(film.id, repack)
    const [{ id } = { id: '' }] = await rows(film.id)
    const none = { size_bytes: null, width: null, height: null, duration_ms: null, detail: null }
    const waits = { status: 'waiting', progress: null, mime_type: 'video/mp4', ...none }
    expect(await shown()).toMatchObject([waits])
    const claim = await claimRendition(house.db, house.workspaceId, id)
    if (claim === null) throw new Error('Nobody else makes it.')
    await keepRendition(house.db, claim, 0.25)
    expect(await shown()).toMatchObject([{ status: 'making', progress: 0.25 }])
    await house.db.run(
      sql`update media_renditions set lease_until = now() - interval '1 second' where id = ${id}`,
    )
    await work(id)
    const made = mustBeReady(await source().rendition(film.id, repack))
    expect(await shown()).toMatchObject([
      { status: 'ready', progress: null, size_bytes: made.bytes, width: 320, height: 180 },
    ])
  })

  it('whose job was lost is found by the sweep', async () => {
    const film = await uploadFile(house, await movingFilm('mp4'), 'video/mp4')
    await source().rendition(film.id, repack)
    const [{ id } = { id: '' }] = await rows(film.id)
    const waiting = () => house.db.rows(sql`select id from crier_jobs.jobs where key = ${`rendition ${id}`}`)
    expect(await waiting()).toHaveLength(1)
    await house.db.run(sql`select crier_jobs.remove_job(${`rendition ${id}`})`)
    await sweepRenditions(house.context)
    expect(await waiting()).toHaveLength(0)
    await house.db.run(
      sql`update media_renditions set updated_at = now() - interval '2 minutes' where id = ${id}`,
    )
    await sweepRenditions(house.context)
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a rendition for a scheduled post', () => {
  // Films that are made within one second are equal, so each post cuts its own at another place.
  let left = 0
  const schedule = async (inHours: number) => {
    const account = await house.connect('sandbox', { name: newId() })
    const film = await uploadFile(house, await movingFilm('mp4'), 'video/mp4')
    const media = [{ media_id: film.id, crop: { x: left, y: 0, width: 0.5, height: 1 } }]
    left += 0.1
    const scheduled_at = new Date(Date.now() + inHours * 3_600_000).toISOString()
    const body = { caption: 'Half of it', media, scheduled_at, social_accounts: [account] }
    const { json, text } = await house.request('POST', '/v1/posts', { body })
    if (!json.id) throw new Error(text)
    return { postId: json.id as string, mediumId: film.id }
  }
  const age = (mediumId: string) =>
    house.db.run(sql`
      update media_renditions set used_at = now() - interval '4 minutes' where medium_id = ${mediumId}`)

  it('is begun hours before the post is due, once, and not days before', async () => {
    const [soon, later] = [await schedule(3), await schedule(30)]
    for (const _ of [1, 2]) await beginConversions(house.context)
    expect(await rows(later.mediumId)).toEqual([])
    const [row] = await rows(soon.mediumId)
    expect(row).toMatchObject({ state: 'waiting' })
    await age(soon.mediumId)
    await beginConversions(house.context)
    await sweepRenditions(house.context)
    expect(await rows(soon.mediumId)).toEqual([row])
    const jobs = await house.db.rows(sql`select from crier_jobs.jobs where key = ${`rendition ${row?.id}`}`)
    expect(jobs).toHaveLength(1)
  })

  it('is forgotten when the post is canceled, and a failed one is not begun anew each time', async () => {
    const { postId, mediumId } = await schedule(3)
    await beginConversions(house.context)
    await house.db.run(sql`
      update media_renditions set state = 'failed', updated_at = now() - interval '1 hour' where medium_id = ${mediumId}`)
    await beginConversions(house.context)
    expect(await rows(mediumId)).toMatchObject([{ state: 'failed' }])
    await house.db.run(sql`update media_renditions set state = 'waiting' where medium_id = ${mediumId}`)
    expect((await house.request('POST', `/v1/posts/${postId}/cancel`)).status).toBe(200)
    await age(mediumId)
    await beginConversions(house.context)
    await sweepRenditions(house.context)
    expect(await rows(mediumId)).toEqual([])
  })
})

describe('a rendition that nobody asks for any more, such as of a post that was canceled', () => {
  const askedLongAgo = (id: string) =>
    house.db.run(sql`
      update media_renditions set used_at = now() - interval '4 minutes', updated_at = now() - interval '2 minutes'
      where id = ${id}`)

  async function asked(): Promise<{ mediumId: string; id: string }> {
    const film = await uploadFile(house, await movingFilm('mp4'), 'video/mp4')
    await source().rendition(film.id, repack)
    const [{ id } = { id: '' }] = await rows(film.id)
    return { mediumId: film.id, id }
  }

  it('is not begun, and forgotten', async () => {
    const { mediumId, id } = await asked()
    await askedLongAgo(id)
    await work(id)
    expect(await rows(mediumId)).toMatchObject([{ state: 'waiting', tries: 0 }])
    await sweepRenditions(house.context)
    expect(await rows(mediumId)).toEqual([])
  })

  it('stays while it is asked for', async () => {
    const { mediumId, id } = await asked()
    await askedLongAgo(id)
    await source().rendition(mediumId, repack)
    await sweepRenditions(house.context)
    expect(await claimRendition(house.db, house.workspaceId, id)).not.toBe(null)
  })

  it('is no longer made: its program is ended, and no try is counted', async () => {
    const folder = filmFolder()
    const program = pretendEngine(folder.path, 'slow', 'sleep 600')
    const bench = openWorkbench(folder.path, { ffmpeg: { setting: program, searchPath: '' } })
    try {
      const { mediumId, id } = await asked()
      const claim = await claimRendition(house.db, house.workspaceId, id)
      if (claim === null) throw new Error('Nobody else makes it.')
      const making = makeRendition({ ...house.context, converter: bench.converter }, claim, null, 20)
      const ended = expect(making).rejects.toThrow('nobody wants it')
      await vi.waitFor(() => expect(existsSync(join(folder.path, 'slow.pid'))).toBe(true), 40_000)
      const pid = Number(readFileSync(join(folder.path, 'slow.pid'), 'utf8'))
      expect(await rows(mediumId)).toMatchObject([{ state: 'making' }])
      await askedLongAgo(id)
      await ended
      expect(() => process.kill(pid, 0)).toThrow()
      expect(await rows(mediumId)).toMatchObject([{ state: 'waiting', tries: 0, storage_key: null }])
    } finally {
      await bench.close()
      folder.remove()
    }
  })
})
