// @module-tag slow
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../src/connectors/connector.ts'
import { newId } from '../../src/lib/id.ts'
import { createMediaSource } from '../../src/media/media-source.ts'
import { type House, startHouse } from '../house.ts'
import { film, heic, hugePng, image } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const source = () => createMediaSource(house.context, house.workspaceId)
const read = async (id: string, range: { start: number; end: number } | null = null) =>
  buffer(await source().open(id, range))
const frame = { maxBytes: 1_000_000, maxSide: 2_000, types: ['image/jpeg', 'image/png'] }

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((caught: unknown) => caught)
  if (!(error instanceof Failure)) throw new Error('This did not fail as it should.')
  return error.kind
}

describe('what a connector reads of a medium', () => {
  it('is the file, whole or in part', async () => {
    const bytes = await film('mp4')
    const { id } = await uploadFile(house, bytes, 'video/mp4')
    expect((await read(id)).equals(bytes)).toBe(true)
    expect((await read(id, { start: 100, end: 5_000 })).equals(bytes.subarray(100, 5_000))).toBe(true)
  })

  it('is what the public sees: never the place a picture was taken at', async () => {
    const bytes = await image('jpeg', { gps: true })
    const { id, url } = await uploadFile(house, bytes, 'image/jpeg')
    const served = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect((await read(id)).equals(served)).toBe(true)
    const fitted = await source().fitImage(id, frame)
    expect(Buffer.from(fitted.bytes).equals(served)).toBe(true)
    expect(served.equals(bytes)).toBe(false)
  })

  it('is the very same picture when it fits, and a fitting one when it does not', async () => {
    const bytes = await image('png', { width: 300, height: 200 })
    const { id } = await uploadFile(house, bytes, 'image/png')
    expect(Buffer.from((await source().fitImage(id, frame)).bytes).equals(bytes)).toBe(true)
    const small = await source().fitImage(id, { maxBytes: 5_000, maxSide: 100, types: ['image/jpeg'] })
    expect(small).toMatchObject({ mimeType: 'image/jpeg', width: 100, height: 67 })
    expect((await sharp(small.bytes).metadata()).format).toBe('jpeg')
  })

  it('is never fitted where the post forbids it: sent as it is, or refused with the reason', async () => {
    const bytes = await image('jpeg', { width: 300, height: 200, orientation: 6 })
    const { id } = await uploadFile(house, bytes, 'image/jpeg')
    const untouched = createMediaSource(house.context, house.workspaceId, { mayFit: false })
    expect(await untouched.fitImage(id, frame)).toEqual({
      bytes,
      mimeType: 'image/jpeg',
      width: 200,
      height: 300,
    })
    for (const [limits, reason] of [
      [{ maxBytes: 1_000 }, 'takes 1000 bytes'],
      [{ maxSide: 299 }, 'takes 299 pixels on the longer side, and it has 300'],
      [{ types: ['image/png'] }, 'takes image/png, and it is image/jpeg'],
    ] as const) {
      const fitting = untouched.fitImage(id, { ...frame, ...limits })
      await expect(fitting).rejects.toThrow(reason)
      expect(await failureOf(untouched.fitImage(id, { ...frame, ...limits }))).toBe('invalid')
    }
  })

  it('stands upright', async () => {
    const { id } = await uploadFile(
      house,
      await image('jpeg', { width: 120, height: 80, orientation: 8 }),
      'image/jpeg',
    )
    expect(await source().fitImage(id, frame)).toMatchObject({ width: 80, height: 120 })
  })

  it('fails for good when it is not there, not yet there or a stranger’s', async () => {
    const waiting = await createUpload(house, Buffer.alloc(9), 'image/png')
    const stranger = await house.other()
    const foreign = await uploadFile(house, await image('png'), 'image/png', { key: stranger.liveKey })
    for (const id of [newId(), waiting.id, foreign.id]) {
      expect(await failureOf(source().open(id, null))).toBe('invalid')
      expect(await failureOf(source().fitImage(id, frame))).toBe('invalid')
    }
  })

  it('fails for good when it cannot be made to fit', async () => {
    const heif = await uploadFile(house, await heic(), 'image/heic')
    expect(await failureOf(source().fitImage(heif.id, frame))).toBe('invalid')
    const png = await uploadFile(house, await image('png'), 'image/png')
    expect(await failureOf(source().fitImage(png.id, { ...frame, maxBytes: 10 }))).toBe('invalid')
  })
})

describe('an image of a stranger', () => {
  const fit = { maxBytes: 50_000, maxSide: 200, types: ['image/jpeg', 'image/png', 'image/webp'] }

  it('is drawn anew to fit, and loses where it was taken, even when it would fit as it is', async () => {
    const bytes = await image('jpeg', { width: 100, height: 50, gps: true })
    const fitted = await source().fitBytes(bytes, fit)
    expect(fitted).toMatchObject({ width: 100, height: 50 })
    expect(Buffer.from(fitted.bytes).equals(bytes)).toBe(false)
    expect((await sharp(fitted.bytes).metadata()).exif).toBeUndefined()
    const large = await source().fitBytes(await image('png', { width: 900, height: 300 }), fit)
    expect(large.bytes.length).toBeLessThanOrEqual(50_000)
    expect(Math.max(large.width, large.height)).toBeLessThanOrEqual(200)
  })

  it('that is none, is cut off or claims to be immense is invalid', async () => {
    const cut = (await image('png', { width: 300, height: 300 })).subarray(0, 500)
    for (const bytes of [Buffer.from('<html>'), Buffer.alloc(0), cut, hugePng(60_000, 60_000)])
      expect(await failureOf(source().fitBytes(bytes, fit))).toBe('invalid')
  })
})
