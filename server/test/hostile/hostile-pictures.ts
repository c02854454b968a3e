import { deflateSync } from 'node:zlib'
import { hugePng, image, manyFrames, pngChunk } from '../media-files.ts'
import {
  box,
  directory,
  fill,
  gifExtension,
  heicOf,
  heicType,
  inGif,
  inJpeg,
  inPng,
  inWebp,
  metaOf,
  pngText,
  segment,
  tiff,
  u16,
  u32,
  webpChunk,
} from './builders.ts'

/** A file that is made to keep its reader busy, or to make it answer with more than it got. */
export interface HostileFile {
  /** How it does that. */
  readonly name: string
  readonly mimeType: string
  /** The file, of about so many bytes at most. */
  make(bytes: number): Promise<Buffer>
}

const mebibyte = 1024 * 1024

/** Three letters of which each byte unfolds to a thousand. */
function packed(unit: string, bytes = 4 * mebibyte - 1): Buffer {
  return deflateSync(Buffer.alloc(bytes, unit), { level: 9 })
}

const pngs: HostileFile[] = [
  hostile('line feeds in place of a profile', 'image/png', async (bytes) =>
    inPng(await image('png'), pngText('tEXt', 'Raw profile type exif', Buffer.alloc(bytes, '\n'))),
  ),
  hostile('four megabytes of line feeds in four kilobytes', 'image/png', async () =>
    inPng(
      await image('png'),
      pngText('zTXt', 'Raw profile type exif', Buffer.concat([Buffer.alloc(1), packed('\n')])),
    ),
  ),
  ...['a', '<', '<ifram', '\0', 'GPS', '+12.'].map((unit) =>
    hostile(
      `texts that unfold to four megabytes of ${JSON.stringify(unit)} each`,
      'image/png',
      async (bytes) => {
        const note = pngText('zTXt', 'c', Buffer.concat([Buffer.alloc(1), packed(unit)]))
        return inPng(await image('png'), fill(note, bytes))
      },
    ),
  ),
  hostile('texts that unfold and then break', 'image/png', async (bytes) => {
    const broken = packed('a').subarray(0, -4)
    return inPng(
      await image('png'),
      fill(pngText('zTXt', 'c', Buffer.concat([Buffer.alloc(1), broken])), bytes),
    )
  }),
  hostile('chunks that hold nothing', 'image/png', async (bytes) =>
    inPng(await image('png'), fill(pngChunk('IDAT', Buffer.alloc(0)), bytes)),
  ),
  hostile('texts that hold nothing', 'image/png', async (bytes) =>
    inPng(await image('png'), fill(pngText('tEXt', '', Buffer.alloc(0)), bytes)),
  ),
  hostile('EXIF that a page hides in, again and again', 'image/png', async (bytes) =>
    inPng(await image('png'), fill(pngChunk('eXIf', Buffer.from('<script')), bytes)),
  ),
  hostile('EXIF whose 65,535 values of a place are all of it', 'image/png', async (bytes) =>
    inPng(await image('png'), pngChunk('eXIf', crowdedTiff(bytes))),
  ),
  hostile('nine hundred megapixels in a few bytes', 'image/png', async () => hugePng(30_000, 30_000)),
]

const jpegs: HostileFile[] = [
  hostile('comments that hold nothing', 'image/jpeg', async (bytes) =>
    inJpeg(await image('jpeg'), fill(segment(0xfe, ''), bytes)),
  ),
  hostile('0xFF and nothing else before a marker', 'image/jpeg', async (bytes) =>
    inJpeg(await image('jpeg'), Buffer.alloc(bytes, 0xff)),
  ),
  hostile('stuffed bytes in place of a picture', 'image/jpeg', async (bytes) => {
    const jpeg = await image('jpeg')
    return Buffer.concat([jpeg.subarray(0, -2), fill(Buffer.from([0xff, 0]), bytes), jpeg.subarray(-2)])
  }),
  hostile('restarts in place of a picture', 'image/jpeg', async (bytes) => {
    const jpeg = await image('jpeg')
    return Buffer.concat([jpeg.subarray(0, -2), fill(Buffer.from([0xff, 0xd0]), bytes), jpeg.subarray(-2)])
  }),
  hostile('bare markers', 'image/jpeg', async (bytes) =>
    inJpeg(await image('jpeg'), fill(Buffer.from([0xff, 0x01]), bytes)),
  ),
  ...['<', '+12.', 'GPS', '\0', 'II*\0', '8BIM'].map((unit) =>
    hostile(`notes of ${JSON.stringify(unit)}`, 'image/jpeg', async (bytes) =>
      inJpeg(
        await image('jpeg'),
        fill(segment(0xed, `Photoshop 3.0\0${unit.repeat(60_000 / unit.length)}`), bytes),
      ),
    ),
  ),
  hostile('EXIF whose values of a place are all of it, again and again', 'image/jpeg', async (bytes) => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), crowdedTiff(60_000)])
    return inJpeg(await image('jpeg'), fill(segment(0xe1, exif), bytes))
  }),
]

const others: HostileFile[] = [
  hostile('comments that hold nothing', 'image/gif', async (bytes) =>
    inGif(manyFrames(2), fill(Buffer.from([0x21, 0xfe, 0, 0x21, 0xfe, 0]), bytes)),
  ),
  hostile('one comment in sub-blocks of one byte', 'image/gif', async (bytes) =>
    inGif(manyFrames(2), gifExtension(0xfe, Buffer.alloc(bytes / 2, '<'), 1)),
  ),
  hostile('frames of one pixel', 'image/gif', async (bytes) => manyFrames(Math.floor(bytes / 24))),
  hostile('XMP that holds nothing', 'image/webp', async (bytes) =>
    inWebp(await image('webp'), fill(webpChunk('XMP ', Buffer.from('<GPSLatitude')), bytes)),
  ),
  hostile('chunks that hold nothing', 'image/webp', async (bytes) =>
    inWebp(await image('webp'), fill(webpChunk('XMP ', Buffer.alloc(0)), bytes)),
  ),
  hostile('EXIF whose values of a place are all of it', 'image/webp', async (bytes) =>
    inWebp(await image('webp'), webpChunk('EXIF', crowdedTiff(bytes))),
  ),
]

const heics: HostileFile[] = [
  hostile('extents that take no bytes', 'image/heic', async (bytes) => emptyExtents(bytes, 'Exif')),
  hostile('extents that take no bytes, of nothing that matters', 'image/heic', async (bytes) =>
    emptyExtents(bytes, 'abcd'),
  ),
  hostile('five hundred extents that are all the same megabyte', 'image/heic', async (bytes) => {
    const data = Buffer.alloc(Math.max(100, bytes - 20_000), ' ')
    data.write('GPSLatitude')
    return heicOf(data, (at) => [
      { type: 'mime', extents: Array.from({ length: 500 }, () => ({ from: at, length: data.length })) },
    ])
  }),
  hostile('items without end', 'image/heic', async (bytes) => {
    const data = Buffer.alloc(16)
    const count = Math.min(60_000, Math.floor(bytes / 44))
    return heicOf(data, (at) =>
      Array.from({ length: count }, () => ({ type: 'mime', extents: [{ from: at, length: 1 }] })),
    )
  }),
  hostile('properties without end', 'image/heic', async (bytes) => {
    const full = u32(0)
    const spoken = fill(Buffer.from([0, 2, 1, 1]), bytes)
    const association = box('ipma', full, u32(spoken.length / 4), spoken)
    const properties = box('iprp', box('ipco', box('ispe', full, u32(100), u32(100))), association)
    return Buffer.concat([heicType, box('meta', full, box('pitm', full, u16(1)), properties)])
  }),
]

/** EXIF of this length with as many values of a place as fit, each of which is nearly all of it. */
function crowdedTiff(bytes: number): Buffer {
  const at = 8 + 2 + 12 + 4
  const count = Math.min(65_535, Math.floor((bytes - at - 6) / 12))
  const value = { tag: 2, type: 7, count: bytes - 8, value: 8 }
  const places = directory(Array.from({ length: count }, () => value))
  const block = tiff([{ tag: 0x8825, type: 4, count: 1, value: at }], places)
  return Buffer.concat([block, Buffer.alloc(Math.max(0, bytes - block.length))])
}

function emptyExtents(bytes: number, type: string): Buffer {
  const count = Math.min(65_535, Math.floor(bytes / 6))
  const entry = box('infe', Buffer.from([2, 0, 0, 0]), u16(1), u16(0), Buffer.from(`${type}\0`))
  const item = Buffer.concat([u16(1), u16(0), u16(65_535)])
  const meta = metaOf(
    box('iinf', u32(0), u16(1), entry),
    box('iloc', u32(0), u16(0), u16(count), Buffer.alloc(6 * count, item), Buffer.alloc(8)),
  )
  return Buffer.concat([heicType, meta, box('mdat', Buffer.alloc(16))])
}

function hostile(name: string, mimeType: string, make: HostileFile['make']): HostileFile {
  return { name, mimeType, make }
}

export const hostilePictures: readonly HostileFile[] = [...pngs, ...jpegs, ...others, ...heics]
