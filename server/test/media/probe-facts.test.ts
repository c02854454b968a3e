// @module-tag slow
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import { openWorkbench, type Workbench } from '../converters.ts'
import { filmFolder, h264, makeFilm, picture, tone } from '../films.ts'
import { film, image, pdf, pngChunk } from '../media-files.ts'
import { movingFilm } from '../moving-pictures.ts'

const folder = filmFolder()
let bench: Workbench
beforeAll(() => {
  bench = openWorkbench(folder.path)
})
afterAll(async () => {
  await bench.close()
  folder.remove()
})

let number = 0
async function probe(mimeType: string, bytes: Buffer) {
  number += 1
  const path = join(folder.path, `file-${number}`)
  await writeFile(path, bytes)
  return bench.reader.probe('w', path, mimeType)
}

async function drawSmall(bytes: Buffer, mimeType: string) {
  const limits = { maxBytes: 1_000_000, maxSide: 100, types: ['image/jpeg'] }
  const fitting = await bench.reader.fit('w', { bytes }, mimeType, limits)
  if (fitting.kind !== 'fitted') throw new Error(`It is ${fitting.kind}.`)
  return { ...fitting.image, found: await sharp(fitting.image.bytes).metadata() }
}

const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const

describe('the facts of a picture', () => {
  it('say that a JPEG is made for print, and it can still be fitted', async () => {
    const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: '#345', noise } })
    const bytes = await plain.toColourspace('cmyk').jpeg().toBuffer()
    const { facts } = await probe('image/jpeg', bytes)
    expect(facts.picture).toEqual({
      frames: 1,
      hasAlpha: false,
      colorSpace: 'cmyk',
      bitDepth: 8,
      orientation: 1,
    })
    const png = await bench.reader.fit('w', { bytes }, 'image/jpeg', {
      maxBytes: 1e6,
      maxSide: 100,
      types: ['image/png'],
    })
    expect(png).toMatchObject({ kind: 'fitted', image: { mimeType: 'image/png' } })
  })

  it('say that a PNG has 16 bits and transparency', async () => {
    const raw = { width: 8, height: 8, channels: 4 } as const
    const bytes = await sharp(new Uint16Array(256).fill(30_000), { raw })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const { facts } = await probe('image/png', bytes)
    expect(facts.picture).toMatchObject({ hasAlpha: true, bitDepth: 16, colorSpace: 'rgb16' })
    expect((await drawSmall(bytes, 'image/png')).found).toMatchObject({ space: 'srgb', depth: 'uchar' })
  })

  it('count the frames of a WebP that moves', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => image('png')))
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100, 200] })
      .toBuffer()
    expect(await probe('image/webp', bytes)).toMatchObject({
      ...{ kind: 'image', width: 64, height: 48, durationMs: 400 },
      facts: { picture: { frames: 3 } },
    })
    expect(await drawSmall(bytes, 'image/webp')).toMatchObject({ width: 64, height: 48 })
  })

  it('count the frames of a PNG that moves', async () => {
    const still = await image('png', { width: 64, height: 48 })
    expect(await probe('image/png', still)).toMatchObject({
      durationMs: null,
      facts: { picture: { frames: 1 } },
    })
    // 100 ms, and 1 of 4 seconds; a denominator of 0 counts hundredths.
    const moving = withFrames(still, [
      [10, 0],
      [1, 4],
    ])
    expect(await probe('image/png', moving)).toMatchObject({
      ...{ kind: 'image', width: 64, height: 48, durationMs: 350 },
      facts: { picture: { frames: 2 } },
    })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('name its turn, and it is shown upright: %i', async (orientation) => {
    // Red at the top left, blue at the top right and white below, once it is upright.
    const upright = sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="96"><rect width="64" height="96" fill="#fff"/><rect width="32" height="48" fill="#f00"/><rect x="32" width="32" height="48" fill="#00f"/></svg>',
      ),
    )
    const bytes = await turned(await upright.png().toBuffer(), orientation)
    expect(await probe('image/jpeg', bytes)).toMatchObject({
      width: 64,
      height: 96,
      facts: { picture: { orientation } },
    })
    const { found, bytes: fitted } = await drawSmall(Buffer.concat([bytes]), 'image/png')
    expect([found.width, found.height, found.orientation ?? 1]).toEqual([64, 96, 1])
    const data = await sharp(fitted).raw().toBuffer()
    const bright = [16, 48]
      .flatMap((x) => [...data.subarray((24 * 64 + x) * 3).subarray(0, 3)])
      .map((value) => value > 128)
    expect(bright).toEqual([true, false, false, false, false, true])
  })
})

/** A PNG with pictures that are shown for so many parts of a second: each is the first one again. */
function withFrames(still: Buffer, delays: readonly (readonly [number, number])[]): Buffer {
  const control = delays.map(([parts, ofSecond], index) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(index)
    data.writeUInt32BE(64, 4)
    data.writeUInt32BE(48, 8)
    data.writeUInt16BE(parts, 20)
    data.writeUInt16BE(ofSecond, 22)
    return pngChunk('fcTL', data)
  })
  const count = Buffer.alloc(8)
  count.writeUInt32BE(delays.length)
  return Buffer.concat([still.subarray(0, 33), pngChunk('acTL', count), ...control, still.subarray(33)])
}

/** The picture with its pixels turned the other way, and an orientation that turns them back. */
async function turned(upright: Buffer, orientation: number): Promise<Buffer> {
  const open = sharp(upright)
  const [flip, flop, angle] = turns[orientation - 1] ?? [false, false, 0]
  const rotated = await open.rotate(angle).png().toBuffer()
  let drawn = sharp(rotated)
  if (flip) drawn = drawn.flip()
  if (flop) drawn = drawn.flop()
  return drawn.withMetadata({ orientation }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
}

// The pixels are turned to the right by an angle, then mirrored from top to bottom, or from left to right.
const turns: readonly [flip: boolean, flop: boolean, angle: number][] = [
  [false, false, 0],
  [false, true, 0],
  [false, false, 180],
  [true, false, 0],
  [false, true, 90],
  [false, false, 270],
  [false, true, 270],
  [false, false, 90],
]

describe('the facts of a video', () => {
  it.each([
    ['mp4', 'video/mp4', { container: 'mp4', codec: 'av1', profile: 'main', isFastStart: true }],
    ['webm', 'video/webm', { container: 'webm', codec: 'vp8', profile: null, isFastStart: true }],
  ] as const)('are its codec, rate and length: %s', async (type, mimeType, video) => {
    const { facts } = await probe(mimeType, await movingFilm(type))
    expect(facts.video).toMatchObject({ ...video, frameRate: 10, rotation: 0, audio: null })
    expect(facts.video?.bitRate).toBeGreaterThan(1_000)
  })

  it('say that an index stands behind the data', async () => {
    expect((await probe('video/mp4', await film('mp4'))).facts.video).toMatchObject({
      codec: 'vp9',
      isFastStart: false,
    })
  })

  it('are those of a video of a telephone, its sound included', async (context) => {
    skipWithout('ffmpeg')(context)
    const plain = await makeFilm(folder.path, 'plain.mov', [...picture(), ...tone(), ...h264, '-c:a', 'aac'])
    const path = await makeFilm(folder.path, 'phone.mov', [
      '-i',
      plain,
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
    ])
    const found = await bench.reader.probe('w', path, 'video/quicktime')
    expect(found).toMatchObject({ width: 120, height: 160 })
    expect(found.facts).toMatchObject({
      isHdr: false,
      video: {
        container: 'quicktime',
        codec: 'h264',
        frameRate: 30,
        audio: { codec: 'aac', channels: 1, sampleRate: 44_100 },
      },
    })
    expect([90, 270]).toContain(found.facts.video?.rotation)
  })

  it('are read of a video of no length, of ten hours, of one pixel and of 8K', async (context) => {
    const short = await film('mp4', { seconds: 1, bytes: 2_000 })
    expect((await probe('video/mp4', withLength(short, 36_000))).durationMs).toBe(36_000_000)
    await expect(probe('video/mp4', withLength(short, 90_000))).rejects.toThrow('longer than 24 hours')
    expect((await probe('video/mp4', withLength(short, 0))).durationMs).toBe(1_000)
    skipWithout('ffmpeg')(context)
    const make = (name: string, size: string, filter: string) =>
      makeFilm(folder.path, name, [
        '-f',
        'lavfi',
        '-i',
        `color=red:s=${size}:d=0.1:r=10`,
        '-vf',
        filter,
        '-c:v',
        'mpeg4',
      ])
    const [pixel, large] = [
      await make('pixel.mp4', '2x2', 'format=rgb24,crop=1:1'),
      await make('large.mp4', '7680x4320', 'null'),
    ]
    expect(await bench.reader.probe('w', pixel, 'video/mp4')).toMatchObject({
      width: 1,
      height: 1,
      facts: { video: { codec: 'mpeg4' } },
    })
    expect(await bench.reader.probe('w', large, 'video/mp4')).toMatchObject({ width: 7680, height: 4320 })
  })

  it('are not read of one that ends in the middle', async (context) => {
    skipWithout('ffmpeg')(context)
    for (const [name, mimeType, args] of [
      ['cut.mp4', 'video/mp4', [...h264, '-movflags', '+faststart']],
      ['cut.mov', 'video/quicktime', h264],
      ['cut.webm', 'video/webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
    ] as const) {
      const bytes = await readFile(await makeFilm(folder.path, name, [...picture(), ...args]))
      await expect(probe(mimeType, bytes.subarray(0, bytes.length * 0.7)), name).rejects.toThrow(
        'The file is damaged',
      )
    }
  })
})

/** The film with another length of its pictures in its index, in seconds. */
function withLength(movie: Buffer, seconds: number): Buffer {
  const bytes = Buffer.from(movie)
  const header = bytes.indexOf('mdhd', 0, 'latin1')
  bytes.writeUInt32BE(seconds * bytes.readUInt32BE(header + 16), header + 20)
  return bytes
}

describe('the facts of a document', () => {
  it('are its pages, where they can be counted', async () => {
    expect((await probe('application/pdf', pdf())).facts.pages).toBeNull()
    const counted = pdf()
      .toString('latin1')
      .replace('trailer', '2 0 obj<</Type/Pages/Count 4/Kids[]>>endobj\ntrailer')
    expect((await probe('application/pdf', Buffer.from(counted, 'latin1'))).facts).toMatchObject({
      pages: 4,
      video: null,
    })
  })
})
