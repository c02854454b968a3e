import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fitImage } from './fit-image.ts'

const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: {
      width,
      height,
      channels,
      background: channels === 3 ? '#345' : { r: 10, g: 20, b: 30, alpha: 0.5 },
      noise: { type: 'gaussian', mean: 120, sigma: 50 },
    },
  })
const frame = { maxBytes: 1_000_000, maxSide: 2_000, types: ['image/jpeg', 'image/png', 'image/webp'] }

describe('an image made to fit', () => {
  it('is the very same bytes when it fits', async () => {
    const jpeg = await noise(640, 480).jpeg().toBuffer()
    const fitted = await fitImage(jpeg, 'image/jpeg', frame)
    expect(fitted.bytes).toBe(jpeg)
    expect(fitted).toMatchObject({ mimeType: 'image/jpeg', width: 640, height: 480 })
  })

  it('is turned upright and loses its notes when it lies on its side', async () => {
    const lying = await noise(640, 480)
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const fitted = await fitImage(lying, 'image/jpeg', frame)
    expect(fitted).toMatchObject({ mimeType: 'image/jpeg', width: 480, height: 640 })
    const metadata = await sharp(fitted.bytes).metadata()
    expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    ['too many bytes', { ...frame, maxBytes: 60_000 }],
    ['a side too long', { ...frame, maxSide: 300 }],
    ['a type that is not taken', { ...frame, types: ['image/webp'] }],
    ['everything at once', { maxBytes: 20_000, maxSide: 1_000, types: ['image/png'] }],
    ['hardly any room', { maxBytes: 3_000, maxSide: 5_000, types: ['image/jpeg'] }],
  ])('keeps every limit with %s', async (_what, limits) => {
    const jpeg = await noise(1_200, 900).jpeg({ quality: 95 }).toBuffer()
    const fitted = await fitImage(jpeg, 'image/jpeg', limits)
    const metadata = await sharp(fitted.bytes).metadata()
    expect(fitted.bytes.length).toBeLessThanOrEqual(limits.maxBytes)
    expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(limits.maxSide)
    expect(limits.types).toContain(fitted.mimeType)
    expect([metadata.width, metadata.height, `image/${metadata.format}`]).toEqual([
      fitted.width,
      fitted.height,
      fitted.mimeType,
    ])
    expect(fitted.width / fitted.height).toBeCloseTo(4 / 3, 1)
  })

  it('is compressed before it is made smaller', async () => {
    const jpeg = await noise(1_000, 1_000).jpeg({ quality: 100 }).toBuffer()
    const fitted = await fitImage(jpeg, 'image/jpeg', { ...frame, maxBytes: Math.floor(jpeg.length / 2) })
    expect([fitted.width, fitted.height]).toEqual([1_000, 1_000])
  })

  it('comes out the same each time', async () => {
    const png = await noise(700, 500).png().toBuffer()
    const limits = { maxBytes: 50_000, maxSide: 400, types: ['image/jpeg'] }
    const [first, second] = [
      await fitImage(png, 'image/png', limits),
      await fitImage(png, 'image/png', limits),
    ]
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true)
  })

  it('keeps transparency where a type that can is taken, and puts white behind where none is', async () => {
    const png = await noise(500, 500, 4).png().toBuffer()
    const kept = await fitImage(png, 'image/png', {
      ...frame,
      maxSide: 400,
      types: ['image/jpeg', 'image/webp'],
    })
    expect(kept.mimeType).toBe('image/webp')
    expect((await sharp(kept.bytes).metadata()).hasAlpha).toBe(true)
    const clear = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const flat = await fitImage(clear, 'image/png', { ...frame, types: ['image/jpeg'] })
    expect((await sharp(flat.bytes).raw().toBuffer()).every((value) => value > 250)).toBe(true)
  })

  it('takes the first picture of an animation that must be changed', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const same = await fitImage(gif, 'image/gif', { ...frame, types: ['image/gif'] })
    expect(same.bytes).toBe(gif)
    const first = await fitImage(gif, 'image/gif', frame)
    expect(first).toMatchObject({ width: 40, height: 30 })
    const [red = 0, green = 255] = await sharp(first.bytes).raw().toBuffer()
    expect([red > 200, green < 60]).toEqual([true, true])
  })

  it('gives up soon where the limit is absurd', async () => {
    const jpeg = await noise(2_400, 1_800).jpeg({ quality: 70 }).toBuffer()
    const absurd = { ...frame, maxSide: 5_000, maxBytes: 100 }
    const before = process.cpuUsage()
    await expect(fitImage(jpeg, 'image/jpeg', absurd)).rejects.toThrow('does not fit into 100 bytes')
    // The whole picture takes about a second to encode as it is sent, and 165 ways were tried once.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(6_000)
  })

  it('uses the most of a limit without trying everything', async () => {
    const jpeg = await noise(2_400, 1_800).jpeg({ quality: 95 }).toBuffer()
    const fitted = await fitImage(jpeg, 'image/jpeg', { ...frame, maxSide: 5_000, maxBytes: 300_000 })
    expect(fitted.bytes.length).toBeGreaterThan(150_000)
    expect(fitted.bytes.length).toBeLessThanOrEqual(300_000)
  })

  it('says so when nothing can be small enough or of a type that is taken', async () => {
    const jpeg = await noise(200, 200).jpeg().toBuffer()
    await expect(fitImage(jpeg, 'image/jpeg', { ...frame, maxBytes: 100 })).rejects.toThrow(RangeError)
    await expect(fitImage(jpeg, 'image/jpeg', { ...frame, types: ['image/tiff'] })).rejects.toThrow(
      RangeError,
    )
    await expect(fitImage(Buffer.from('no image'), 'image/jpeg', { ...frame, maxSide: 1 })).rejects.toThrow(
      'unsupported image format',
    )
  })
})
