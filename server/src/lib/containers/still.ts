import { type Box, children, contentOf } from './boxes.ts'
import type { ByteSource } from './byte-source.ts'
import { withoutLocation } from './exif.ts'
import { topLevelBoxes } from './movie.ts'
import { Damaged, holdsMarkup, type Scan, startCutting, xmpHasLocation } from './scan.ts'

/** The size of a picture in an ISO container, upright, in pixels. */
export interface StillSize {
  readonly width: number
  readonly height: number
}

/**
 * Walks through a HEIC or AVIF (ISO/IEC 23008-12): the size from the container, and the EXIF and XMP items.
 * @throws Damaged
 */
export async function scanStill(file: ByteSource): Promise<Scan & StillSize> {
  const { boxes, end } = await topLevelBoxes(file)
  const meta = boxes.find(({ type }) => type === 'meta')
  if (!meta) throw new Damaged('It has no index (meta).')
  const parts = await children(file, meta, 4)
  const size = await readSize(file, parts)
  const notes = await findNotes(file, parts)
  const cutting = startCutting()
  for (const { from, to, type } of notes.sort((one, other) => one.from - other.from)) {
    const data = await file.read(from, to - from)
    const clean =
      type === 'Exif' ? cleanExif(data) : xmpHasLocation(data) ? Buffer.alloc(data.length, ' ') : null
    if (holdsMarkup(data))
      cutting.replace(from, to, Buffer.alloc(data.length, type === 'Exif' ? 0 : ' '), 'foreign')
    else if (clean) cutting.replace(from, to, clean, 'location')
  }
  return { ...cutting.finish(end, file.size), ...size }
}

/** The first four bytes say how far behind them the TIFF block begins. */
function cleanExif(data: Buffer): Buffer | null {
  const start = data.length >= 4 ? 4 + data.readUInt32BE(0) : data.length
  const clean = start < data.length ? withoutLocation(data.subarray(start)) : null
  return clean && Buffer.concat([data.subarray(0, start), clean])
}

interface Note {
  type: 'Exif' | 'mime'
  from: number
  to: number
}

async function findNotes(file: ByteSource, parts: readonly Box[]): Promise<Note[]> {
  const info = parts.find(({ type }) => type === 'iinf')
  const locations = parts.find(({ type }) => type === 'iloc')
  if (!info || !locations) return []
  const version = (await file.read(info.body, 1))[0]
  const kinds = new Map<number, 'Exif' | 'mime'>()
  for (const entry of await children(file, info, version === 0 ? 6 : 8)) {
    const content = await contentOf(file, entry)
    const long = content[0] === 3
    const type = content.toString('latin1', long ? 10 : 8, long ? 14 : 12)
    if (type === 'Exif' || type === 'mime')
      kinds.set(long ? content.readUInt32BE(4) : content.readUInt16BE(4), type)
  }
  const inBox = parts.find(({ type }) => type === 'idat')?.body ?? null
  return readLocations(await contentOf(file, locations), kinds, inBox).filter(
    ({ from, to }) => to > from && to <= file.size && to - from < 16 * 1024 * 1024,
  )
}

/** The item location box, ISO/IEC 14496-12 §8.11.3. */
function readLocations(
  content: Buffer,
  kinds: ReadonlyMap<number, Note['type']>,
  inBox: number | null,
): Note[] {
  const reader = startReading(content)
  const version = reader.take(1)
  reader.take(3)
  const sizes = reader.take(2)
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15]
  const notes: Note[] = []
  for (let left = reader.take(version < 2 ? 2 : 4); left > 0 && reader.left > 0; left -= 1) {
    const type = kinds.get(reader.take(version < 2 ? 2 : 4))
    const method = version === 0 ? 0 : reader.take(2) & 15
    reader.take(2)
    const base = reader.take(baseSize)
    for (let extents = reader.take(2); extents > 0 && reader.left > 0; extents -= 1) {
      reader.take(indexSize)
      const from = base + reader.take(offsetSize) + (method === 1 ? (inBox ?? 0) : 0)
      const to = from + reader.take(lengthSize)
      if (type && (method === 0 || (method === 1 && inBox !== null))) notes.push({ type, from, to })
    }
  }
  return notes
}

function startReading(content: Buffer) {
  let at = 0
  return {
    /** An unsigned number of so many bytes; 0 behind the end. */
    take: (bytes: number): number => {
      let value = 0
      for (let taken = 0; taken < bytes; taken += 1) value = value * 256 + (content[at + taken] ?? 0)
      at += bytes
      return value
    },
    get left() {
      return content.length - at
    },
  }
}

/** The size (ispe) and turn (irot) that belong to the primary item. */
async function readSize(file: ByteSource, parts: readonly Box[]): Promise<StillSize> {
  const primary = await readPrimary(file, parts)
  const properties = parts.find(({ type }) => type === 'iprp')
  const inside = properties ? await children(file, properties) : []
  const container = inside.find(({ type }) => type === 'ipco')
  const association = inside.find(({ type }) => type === 'ipma')
  if (!container || !association) throw new Damaged('It does not say how large it is.')
  const all = await children(file, container)
  const own = readAssociation(await contentOf(file, association), primary).flatMap(
    (index) => all[index - 1] ?? [],
  )
  const extent = own.find(({ type }) => type === 'ispe')
  if (!extent) throw new Damaged('It does not say how large it is.')
  const content = await contentOf(file, extent)
  const turn = own.find(({ type }) => type === 'irot')
  const quarter = turn ? ((await contentOf(file, turn))[0] ?? 0) & 3 : 0
  const [width, height] = [content.readUInt32BE(4), content.readUInt32BE(8)]
  return quarter % 2 === 1 ? { width: height, height: width } : { width, height }
}

async function readPrimary(file: ByteSource, parts: readonly Box[]): Promise<number> {
  const box = parts.find(({ type }) => type === 'pitm')
  if (!box) throw new Damaged('It does not say which of its pictures is the first.')
  const reader = startReading(await contentOf(file, box))
  const version = reader.take(1)
  reader.take(3)
  return reader.take(version === 0 ? 2 : 4)
}

/** The numbers, from 1, of the properties of one item (ISO/IEC 23008-12 §9.3). */
function readAssociation(content: Buffer, item: number): number[] {
  const reader = startReading(content)
  const version = reader.take(1)
  const flags = reader.take(3)
  for (let left = reader.take(4); left > 0 && reader.left > 0; left -= 1) {
    const id = reader.take(version < 1 ? 2 : 4)
    const own: number[] = []
    for (let count = reader.take(1); count > 0; count -= 1) {
      own.push(flags & 1 ? reader.take(2) & 0x7fff : reader.take(1) & 0x7f)
    }
    if (id === item) return own
  }
  return []
}
