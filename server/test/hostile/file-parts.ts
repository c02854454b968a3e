/** A part of a file that says how long it is. */
export interface FilePart {
  readonly from: number
  readonly to: number
  /** The position and the width of its length; null where it has none. */
  readonly length: { readonly at: number; readonly bytes: number; readonly isLittle: boolean } | null
  /** The parts it lies in, the outermost first. */
  readonly within: readonly FilePart[]
}

/** The parts of a file, as far as it is valid: chunks, segments, blocks, boxes or elements. */
export function partsOf(mimeType: string, file: Buffer): FilePart[] {
  return readParts(mimeType, file)
    .filter(({ from, length }) => from < file.length && (!length || length.at + length.bytes <= file.length))
    .map((part) => ({ ...part, to: Math.min(part.to, file.length) }))
}

function readParts(mimeType: string, file: Buffer): FilePart[] {
  switch (mimeType) {
    case 'image/png':
      return chunks(file, 8, (at) => ({ bytes: 12 + file.readUInt32BE(at), lengthAt: at, isLittle: false }))
    case 'image/webp':
      return chunks(file, 12, (at) => {
        const length = file.readUInt32LE(at + 4)
        return { bytes: 8 + length + (length % 2), lengthAt: at + 4, isLittle: true }
      })
    case 'image/jpeg':
      return segments(file)
    case 'image/gif':
      return [{ from: 13, to: file.length - 1, length: null, within: [] }]
    case 'video/webm':
      return elements(file)
    case 'application/pdf':
      return [{ from: 0, to: file.length, length: null, within: [] }]
    default:
      return boxes(file, 0, file.length, [])
  }
}

function chunks(
  file: Buffer,
  from: number,
  read: (at: number) => { bytes: number; lengthAt: number; isLittle: boolean },
): FilePart[] {
  const parts: FilePart[] = []
  for (let at = from; at + 8 <= file.length; ) {
    const { bytes, lengthAt, isLittle } = read(at)
    parts.push({ from: at, to: at + bytes, length: { at: lengthAt, bytes: 4, isLittle }, within: [] })
    at += bytes
  }
  return parts
}

function segments(file: Buffer): FilePart[] {
  const parts: FilePart[] = []
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xda) {
    const to = at + 2 + file.readUInt16BE(at + 2)
    parts.push({ from: at, to, length: { at: at + 2, bytes: 2, isLittle: false }, within: [] })
    at = to
  }
  return parts
}

const containers = new Set(['moov', 'trak', 'udta', 'meta', 'iinf', 'iprp', 'ipco', 'ilst', '----'])
/** The bytes before the boxes within a box. */
const skipped: Readonly<Record<string, number>> = { meta: 4, iinf: 6 }

function boxes(file: Buffer, from: number, to: number, within: readonly FilePart[]): FilePart[] {
  const parts: FilePart[] = []
  for (let at = from; at + 8 <= to; ) {
    const length = file.readUInt32BE(at)
    if (length < 8 || at + length > to) break
    const part = { from: at, to: at + length, length: { at, bytes: 4, isLittle: false }, within }
    const type = file.toString('latin1', at + 4, at + 8)
    parts.push(part)
    if (containers.has(type) && within.length < 8)
      parts.push(...boxes(file, at + 8 + (skipped[type] ?? 0), at + length, [...within, part]))
    at += length
  }
  return parts
}

// Elements that hold others: the segment and its tags.
const masters = new Set(['18538067', '1254c367', '7373', '67c8'])

function elements(file: Buffer, from = 0, to = file.length, within: readonly FilePart[] = []): FilePart[] {
  const parts: FilePart[] = []
  for (let at = from; at + 2 <= to; ) {
    const idBytes = Math.clz32(file[at] ?? 0) - 23
    const lengthAt = at + idBytes
    const bytes = Math.clz32(file[lengthAt] ?? 0) - 23
    if (idBytes > 4 || bytes > 8 || lengthAt + bytes > to) break
    const rest = bytes > 6 ? file.readUIntBE(lengthAt + bytes - 6, 6) : file.readUIntBE(lengthAt, bytes)
    const length = bytes > 6 ? rest : rest - 2 ** (7 * bytes)
    const end = lengthAt + bytes + length
    if (end > to) break
    // Eight bytes are what elements are written with whose length is set later.
    const place = bytes === 8 ? { at: lengthAt + 2, bytes: 6, isLittle: false } : null
    const part = { from: at, to: end, length: place, within }
    parts.push(part)
    // A changed file may be nested without end.
    if (within.length < 8 && masters.has(file.toString('hex', at, lengthAt)))
      parts.push(...elements(file, lengthAt + bytes, end, [...within, part]))
    at = end
  }
  return parts
}
