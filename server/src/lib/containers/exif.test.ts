import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, inject, it } from 'vitest'
import { orientationBlock, orientationOf, withoutLocation } from './exif.ts'

fc.configureGlobal({ seed: inject('seed') })

const place = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '52/1 31/1 12/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '13/1 24/1 36/1',
}

/** The TIFF block of a picture, as a camera writes it. */
async function block(gps: Record<string, string> | null, orientation = 6): Promise<Buffer> {
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD2: { UserComment: 'at home' }, ...(gps ? { IFD3: gps } : {}) })
    .withMetadata({ orientation })
  const { exif } = await sharp(await picture.jpeg().toBuffer()).metadata()
  if (!exif) throw new Error('The picture has no EXIF.')
  return exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0)
}

/** A block in the other byte order, with an orientation, whose value stands in the entry, and a latitude, made of longs. */
function bigEndian(): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + 2 + 12 + 4 + 24)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(2, 8)
  entry(tiff, 10, 0x0112, 3, 1, 0x00030000)
  entry(tiff, 22, 0x8825, 4, 1, 38)
  tiff.writeUInt16BE(1, 38)
  entry(tiff, 40, 0x0002, 5, 3, 56)
  tiff.fill(0x34, 56)
  return tiff
}

function entry(tiff: Buffer, at: number, tag: number, type: number, count: number, value: number): void {
  tiff.writeUInt16BE(tag, at)
  tiff.writeUInt16BE(type, at + 2)
  tiff.writeUInt32BE(count, at + 4)
  tiff.writeUInt32BE(value, at + 8)
}

describe('EXIF without the place', () => {
  it('is as long as before, keeps everything else and holds no byte of the place', async () => {
    const tiff = await block(place)
    const clean = withoutLocation(tiff)
    expect(clean?.length).toBe(tiff.length)
    expect(clean?.includes('Ada')).toBe(true)
    expect(clean?.includes('at home')).toBe(true)
    expect(clean?.includes(Buffer.from('340000000100000', 'hex'))).toBe(false)
    expect(orientationOf(clean ?? Buffer.alloc(0))).toBe(6)
    expect(withoutLocation(clean ?? Buffer.alloc(0))).toBeNull()
  })

  it('works in the other byte order', () => {
    const clean = withoutLocation(bigEndian())
    expect(clean?.includes(0x34)).toBe(false)
    expect(orientationOf(clean ?? Buffer.alloc(0))).toBe(3)
  })

  it('is left alone when it names no place, or only the version in which one would be written', async () => {
    expect(withoutLocation(await block(null))).toBeNull()
    expect(withoutLocation(await block({ GPSVersionID: '2 3 0 0' }))).toBeNull()
  })

  it('never breaks on a block somebody tampered with', async () => {
    const tiff = await block(place)
    const damage = fc.array(fc.record({ at: fc.nat(tiff.length - 1), value: fc.nat(255) }), { maxLength: 20 })
    fc.assert(
      fc.property(damage, fc.nat(tiff.length), (changes, length) => {
        const broken = Buffer.from(tiff)
        for (const { at, value } of changes) broken[at] = value
        const cut = broken.subarray(0, length)
        const clean = withoutLocation(cut)
        expect(clean === null || clean.length === cut.length).toBe(true)
        expect(orientationOf(cut)).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 2_000 },
    )
  })

  it('can say the orientation and nothing else', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
      expect(orientationOf(orientationBlock(orientation))).toBe(orientation)
  })
})
