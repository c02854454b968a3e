// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import { sql } from '../../src/db/database.ts'
import { thumbnailKeyOf } from '../../src/media/stored-files.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { filmFolder, h264, makeFilm, picture } from '../films.ts'
import { tiledHeic } from '../heic-files.ts'
import { type House, startHouse } from '../house.ts'
import { film, image, manyFrames, pdf } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'

let house: House
beforeAll(async () => {
  const engines = { ffmpeg: '', heifConvert: '', searchPath: process.env.PATH ?? '' }
  house = await startHouse({ worker: false, config: { engines } })
})
afterAll(() => house.stop())

const read = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Puts a file into storage, in place of another. */
const keep = async (key: string, bytes: Buffer) => {
  const staged = await house.context.storage.stage(Readable.from([bytes]), {
    bytes: bytes.length,
    owner: 'x',
  })
  await staged.keep(key)
}

/** How many files lie in storage. */
const stored = () =>
  readdirSync(join(house.context.config.dataDir, 'media', 'objects'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile()).length

describe('a thumbnail', () => {
  it.each([
    ['image/jpeg', () => image('jpeg', { width: 1_200, height: 800, orientation: 6 }), 341, 512],
    ['image/png', () => image('png', { width: 900, height: 1_800 }), 256, 512],
    ['image/webp', () => image('webp'), 64, 48],
    ['image/avif', () => image('avif'), 64, 48],
    ['image/gif', async () => manyFrames(3), 1, 1],
  ])('of %s is a small upright WebP, made once', async (mimeType, make, width, height) => {
    const { thumbnail_url, url } = await uploadFile(house, await make(), mimeType)
    expect(thumbnail_url).toBe(`${url}/thumbnail`)
    const before = stored()
    const answers = await Promise.all([read(thumbnail_url), read(thumbnail_url)])
    const [bytes, again] = await Promise.all(answers.map(bytesOf))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
    expect(bytes?.length).toBeLessThanOrEqual(65_536)
    expect(bytes?.equals(again ?? Buffer.alloc(0))).toBe(true)
    expect(stored()).toBe(before + 1)
  })

  it('has the headers of a file that may be shown anywhere and never changes', async () => {
    const { thumbnail_url } = await uploadFile(house, await image('png'), 'image/png')
    const { headers } = await read(thumbnail_url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const etag = headers.get('etag') ?? ''
    expect((await read(thumbnail_url, { 'if-none-match': etag })).status).toBe(304)
    const head = await fetch(thumbnail_url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, headers.get('content-length')])
  })

  it('says nothing of where a picture was taken', async () => {
    const { thumbnail_url } = await uploadFile(house, await image('jpeg', { gps: true }), 'image/jpeg')
    const { exif } = await sharp(await bytesOf(await read(thumbnail_url))).metadata()
    expect(exif).toBeUndefined()
  })

  it('is null for what has none, and 404 there', async () => {
    const { thumbnail_url, url } = await uploadFile(house, pdf(), 'application/pdf')
    expect([thumbnail_url, (await read(`${url}/thumbnail`)).status]).toEqual([null, 404])
    const waiting = await createUpload(house, Buffer.alloc(1), 'image/png')
    const { json } = await house.request('GET', `/v1/media/${waiting.id}`)
    expect(json.thumbnail_url).toBeNull()
  })

  it('is 404 at every address that is not one', async () => {
    const name = `${'0'.repeat(32)}.jpg`
    for (const path of [name, 'x', '..%2F..%2Fsecret.key', `${name}%00`])
      expect((await read(`${house.url}/media/${path}/thumbnail`)).status).toBe(404)
  })

  it('goes with its medium, also when it was being drawn meanwhile', async () => {
    const { id, thumbnail_url } = await uploadFile(house, await image('png'), 'image/png')
    await (await read(thumbnail_url)).arrayBuffer()
    const before = stored()
    await house.request('DELETE', `/v1/media/${id}`)
    await vi.waitFor(() => expect(stored()).toBe(before - 2), 40_000)
    expect((await read(thumbnail_url)).status).toBe(404)
    const late = await uploadFile(house, await image('png'), 'image/png')
    const row = await house.db.row<{ storage_key: string }>(
      sql`select storage_key from media where id = ${late.id}`,
    )
    await house.request('DELETE', `/v1/media/${late.id}`)
    await sweepMedia(house.context)
    // Drawn by a request that had read the row before it was deleted.
    await keep(thumbnailKeyOf(row?.storage_key ?? ''), Buffer.from('late'))
    expect(stored()).toBe(before - 1)
    await house.db.run(sql`update discarded_files set discarded_at = discarded_at - interval '2 hours'`)
    await sweepMedia(house.context)
    expect(stored()).toBe(before - 2)
    expect(await house.db.rows(sql`select from discarded_files`)).toEqual([])
  })

  it.each(['thumbnail', 'file'] as const)(
    'is 404, as the file is, when the medium is deleted between the look at its row and at the %s',
    async (of) => {
      const { id, thumbnail_url, url } = await uploadFile(house, await image('png'), 'image/png')
      const { storage } = house.context
      const { withFile, read: readStored } = storage
      onTestFinished(() => void Object.assign(storage, { withFile, read: readStored }))
      const deleteFirst = async () => {
        const before = stored()
        Object.assign(storage, { withFile, read: readStored })
        await house.request('DELETE', `/v1/media/${id}`)
        await vi.waitFor(() => expect(stored()).toBeLessThan(before), 40_000)
      }
      const late = {
        withFile: async (...given: Parameters<typeof withFile>) => {
          await deleteFirst()
          return withFile(...given)
        },
        read: async (...given: Parameters<typeof readStored>) => {
          await deleteFirst()
          return readStored(...given)
        },
      }
      Object.assign(storage, of === 'file' ? { read: late.read } : { withFile: late.withFile })
      expect((await read(of === 'file' ? url : thumbnail_url)).status).toBe(404)
      expect((await house.request('GET', `/v1/media/${id}`)).status).toBe(404)
    },
  )

  it('of a medium whose file was lost is an error of the server', async () => {
    const { id, thumbnail_url, url } = await uploadFile(house, await image('png'), 'image/png')
    const row = await house.db.row<{ storage_key: string; cleaned_key: string | null }>(
      sql`select storage_key, cleaned_key from media where id = ${id}`,
    )
    for (const key of [row?.storage_key, row?.cleaned_key]) if (key) await house.context.storage.delete(key)
    expect((await read(thumbnail_url)).status).toBe(500)
    expect((await read(url)).status).toBe(500)
  })

  it('of a picture that cannot be drawn is tried once', async () => {
    const { id, thumbnail_url } = await uploadFile(house, await image('png'), 'image/png')
    const row = await house.db.row<{ storage_key: string }>(
      sql`select storage_key from media where id = ${id}`,
    )
    // A file that passed every check and still cannot be drawn, as with another version of a decoder.
    await keep(row?.storage_key ?? '', Buffer.from('no picture'))
    expect((await read(thumbnail_url)).status).toBe(404)
    await keep(row?.storage_key ?? '', await image('png'))
    expect((await read(thumbnail_url)).status).toBe(404)
  })
})

describe('a thumbnail that a program of the machine makes', () => {
  // Programs yield the processors to everything else that runs.
  const patient = { timeout: 120_000 }
  const folder = filmFolder()
  afterAll(() => folder.remove())
  beforeEach(skipWithout('ffmpeg'))

  it('of a video is a poster frame, made once', patient, async () => {
    const path = await makeFilm(folder.path, 'film.mp4', [
      ...picture({ size: '640x480', seconds: 1 }),
      ...h264,
    ])
    const video = await uploadFile(house, readFileSync(path), 'video/mp4')
    expect(video.thumbnail_url).toBe(`${video.url}/thumbnail`)
    const before = stored()
    const answers = await Promise.all([read(video.thumbnail_url), read(video.thumbnail_url)])
    const [bytes] = await Promise.all(answers.map(bytesOf))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 384 })
    expect(stored()).toBe(before + 1)
  })

  it('of a HEIC is decoded first', patient, async ({ skip }) => {
    skipWithout('heif-convert')({ skip })
    const shape = { tile: 64, width: 128, height: 64, quarters: 0, orientation: 1 } as const
    const bytes = await tiledHeic(folder.path, { ...shape, colors: [['red', 'lime']] })
    const answer = await read((await uploadFile(house, bytes, 'image/heic')).thumbnail_url)
    expect(answer.status).toBe(200)
    expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({ width: 128, height: 64 })
  })

  it('of a video without a picture is 404, and tried once', patient, async () => {
    const { thumbnail_url } = await uploadFile(house, await film('mp4'), 'video/mp4')
    const before = stored()
    for (let count = 0; count < 2; count += 1) expect((await read(thumbnail_url)).status).toBe(404)
    expect(stored()).toBe(before + 1)
  })
})

it('a thumbnail for which a program is missing is 404, and is not given up', async () => {
  const bare = await startHouse({
    worker: false,
    config: { engines: { ffmpeg: '/nowhere', heifConvert: '/nowhere', searchPath: '' } },
  })
  onTestFinished(() => bare.stop())
  const { thumbnail_url } = await uploadFile(bare, await film('mp4'), 'video/mp4')
  expect((await read(thumbnail_url)).status).toBe(404)
  const row = await bare.db.row<{ storage_key: string }>(sql`select storage_key from media`)
  const key = thumbnailKeyOf(row?.storage_key ?? '')
  await expect(bare.context.storage.read(key, null)).rejects.toThrow('There are no bytes under this key.')
})
