import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import sharp from 'sharp'

// Files as cameras, editors and attackers make them, made here so that nobody has to trust a binary in the repository.

export interface Picture {
  width?: number
  height?: number
  orientation?: number
  /** Where it says it was taken. */
  gps?: boolean
}

const berlin = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '52/1 31/1 12/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '13/1 24/1 36/1',
}

/** An image with something in it, so that it does not compress to nothing. */
export function image(
  type: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
  picture: Picture = {},
): Promise<Buffer> {
  const { width = 64, height = 48, orientation, gps = false } = picture
  const exif = {
    IFD0: { Copyright: 'Ada', Software: 'a camera' },
    ...(gps ? { IFD3: berlin } : {}),
  }
  const drawn = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#345',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
  const noted = orientation || gps ? drawn.withExif(exif) : drawn
  return (orientation ? noted.withMetadata({ orientation }) : noted)[type]({}).toBuffer()
}

/** A PNG of a few bytes that says it is this large. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A GIF with so many frames of one pixel. */
export function manyFrames(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const control = Buffer.from('21f90404050000002c00000000010001000002024401003b'.slice(0, -2), 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => control), Buffer.from([0x3b])])
}

const formats = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
}

/** A film of ten frames a second; its pictures are noise, its container is real. */
export async function film(
  type: keyof typeof formats,
  {
    seconds = 2,
    bytes = 20_000,
    width = 320,
    height = 240,
  }: { seconds?: number; bytes?: number; width?: number; height?: number } = {},
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: formats[type](), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: 10 })
  await output.start()
  const frames = seconds * 10
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height }
  for (let frame = 0; frame < frames; frame += 1) {
    const data = randomBytes(Math.ceil(bytes / frames))
    // A VP9 key frame header of profile 0 with these pixels, so that muxers that look find one.
    data.set(Buffer.from(`824983420${hexOf(width - 1)}${hexOf(height - 1)}0`, 'hex'))
    await source.add(new EncodedPacket(data, 'key', frame / 10, 0.1), { decoderConfig })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('The film was not finished.')
  return Buffer.from(target.buffer)
}

/** Sixteen bits. */
function hexOf(number: number): string {
  return number.toString(16).padStart(4, '0')
}

/** An MP4 box. */
function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The film with a place in its user data, as telephones write it. Its index must stand last. */
export function withPlace(movie: Buffer, place = '+52.5200+013.4100/'): Buffer {
  const at = movie.indexOf('moov', 0, 'latin1') - 4
  const moov = movie.subarray(at)
  const text = Buffer.concat([Buffer.from([0, place.length, 0x15, 0xc7]), Buffer.from(place)])
  const udta = box('udta', box('\xa9xyz', text))
  if (moov.readUInt32BE(0) !== moov.length) throw new Error('The index does not stand last.')
  return Buffer.concat([movie.subarray(0, at), box('moov', moov.subarray(8), udta)])
}

/** A HEIC as its container goes, its picture left out: no encoder for it may be shipped. */
export async function heic(picture: Picture = {}): Promise<Buffer> {
  const avif = await image('avif', picture)
  const text = avif.toString('latin1')
  const renamed = text.replace('ftypavif', 'ftypheic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC')
  return Buffer.from(
    renamed.replace(/avifmif1miaf(MA1B)?/, (brands) => 'heicmif1miaf'.padEnd(brands.length, 'heix')),
    'latin1',
  )
}

export function pdf(): Buffer {
  return Buffer.from(
    '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
  )
}

/** A film of this many bytes that is never whole in memory: a real one, then an empty `free` box up to the size. */
export async function largeFilm(size: number): Promise<{ size: number; chunks: () => Generator<Buffer> }> {
  const real = await film('mp4')
  const filler = Buffer.alloc(1_048_576)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size - real.length)
  head.write('free', 4, 'latin1')
  return {
    size,
    chunks: function* () {
      yield Buffer.concat([real, head])
      for (let left = size - real.length - 8; left > 0; left -= filler.length) yield filler.subarray(0, left)
    },
  }
}
