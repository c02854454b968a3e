import { pngChunk } from '../media-files.ts'

// The parts that files are made of, with whatever lengths and contents a test wants.

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A part repeated until it takes about this many bytes. */
export function fill(part: Buffer, bytes: number): Buffer {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part)
}

/** A segment of a JPEG, with its marker. */
export function segment(code: number, payload: Buffer | string): Buffer {
  const body = Buffer.from(payload)
  return Buffer.concat([Buffer.from([0xff, code]), u16(body.length + 2), body])
}

/** A JPEG with these bytes behind its beginning. */
export function inJpeg(jpeg: Buffer, ...parts: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
}

/** A PNG with these chunks behind its header. */
export function inPng(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

export function pngText(type: 'tEXt' | 'zTXt' | 'iTXt', keyword: string, rest: Buffer): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from(`${keyword}\0`, 'latin1'), rest]))
}

/** An extension of a GIF, its content in sub-blocks of this size. */
export function gifExtension(label: number, content: Buffer, size = 255): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < content.length; at += size) {
    const block = content.subarray(at, at + size)
    blocks.push(Buffer.from([block.length]), block)
  }
  return Buffer.concat([Buffer.from([0x21, label]), ...blocks, Buffer.from([0])])
}

/** A GIF with these blocks before its end. */
export function inGif(gif: Buffer, ...blocks: Buffer[]): Buffer {
  return Buffer.concat([gif.subarray(0, -1), ...blocks, Buffer.from([0x3b])])
}

export function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
}

/** A WebP with these chunks at its end. */
export function inWebp(webp: Buffer, ...chunks: Buffer[]): Buffer {
  const file = Buffer.concat([webp, ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

/** A box of MP4, QuickTime, HEIC or AVIF. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** A film with these boxes at the end of its index, which must stand last. */
export function inMoov(movie: Buffer, ...boxes: Buffer[]): Buffer {
  const at = movie.indexOf('moov', 0, 'latin1') - 4
  return Buffer.concat([movie.subarray(0, at), box('moov', movie.subarray(at + 8), ...boxes)])
}

/** An element of WebM, its length in eight bytes. */
export function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(body.length))
  length[0] = 0x01
  return Buffer.concat([Buffer.from(id, 'hex'), length, body])
}

/** A WebM with these elements at the end of its segment, whose length is then not known. */
export function inSegment(webm: Buffer, ...elements: Buffer[]): Buffer {
  const at = webm.indexOf(Buffer.from('18538067', 'hex'))
  const first = webm[at + 4] ?? 0
  const lengthBytes = Math.clz32(first) - 23
  const body = webm.subarray(at + 4 + lengthBytes)
  return Buffer.concat([webm.subarray(0, at), element('18538067', body, ...elements)])
}

export interface TiffEntry {
  tag: number
  type: number
  count: number
  value: number
}

/** A TIFF block with one directory at 8 and, behind it, whatever is given. Numbers are little endian. */
export function tiff(entries: readonly TiffEntry[], ...behind: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('49492a0008000000', 'hex'), directory(entries), ...behind])
}

export function directory(entries: readonly TiffEntry[]): Buffer {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4)
  bytes.writeUInt16LE(entries.length)
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const at = 2 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  return bytes
}

export interface Item {
  type: 'Exif' | 'mime' | 'hvc1'
  /** Each with its position in the file. */
  extents: readonly { from: number; length: number }[]
}

/** The `meta` box of a HEIC of 100 × 100 pixels with these items. */
function heicMeta(items: readonly Item[]): Buffer {
  const full = u32(0)
  const entries = items.map(({ type }, index) =>
    box('infe', Buffer.from([2, 0, 0, 0]), u16(index + 1), u16(0), Buffer.from(`${type}\0`)),
  )
  const places = items.map(({ extents }, index) =>
    Buffer.concat([
      u16(index + 1),
      u16(0),
      u16(extents.length),
      ...extents.map(({ from, length }) => Buffer.concat([u32(from), u32(length)])),
    ]),
  )
  return metaOf(
    box('iinf', full, u16(items.length), ...entries),
    box('iloc', full, Buffer.from([0x44, 0]), u16(items.length), ...places),
  )
}

/** A `meta` box of 100 × 100 pixels with these indexes. */
export function metaOf(...indexes: Buffer[]): Buffer {
  const full = u32(0)
  const properties = box('iprp', box('ipco', box('ispe', full, u32(100), u32(100))), oneProperty)
  return box('meta', full, box('pitm', full, u16(1)), ...indexes, properties)
}

const oneProperty = box('ipma', u32(0), u32(1), u16(1), Buffer.from([1, 1]))

export const heicType = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))

/** A HEIC whose items lie in its data, which begins where `at` says. */
export function heicOf(data: Buffer, items: (at: number) => readonly Item[]): Buffer {
  const at = heicType.length + heicMeta(items(0)).length + 8
  return Buffer.concat([heicType, heicMeta(items(at)), box('mdat', data)])
}
