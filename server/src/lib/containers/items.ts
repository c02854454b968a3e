import type { Box, BoxFile } from './boxes.ts'
import { countUpTo, Damaged } from './scan.ts'

/** An item of a HEIC or AVIF that is no picture: EXIF, or XMP and other text. */
export interface Note {
  readonly type: 'Exif' | 'mime'
  /** Its text is compressed, so that nobody knows what it says. */
  readonly isPacked: boolean
  /** The ranges of its bytes, in order. */
  readonly extents: readonly Extent[]
}

export interface Extent {
  readonly from: number
  readonly to: number
}

/** A picture has one block of EXIF and one of XMP, and so have the few that may come with it. */
const mostExtents = 1_000
/** The entry of an item: numbers, a name, a type and a packing. */
const longestEntry = 4_096

/**
 * Finds the notes of a picture by its index. Their bytes overlap nowhere.
 * @throws Damaged
 */
export async function findNotes(file: BoxFile, parts: readonly Box[]): Promise<Note[]> {
  const info = parts.find(({ type }) => type === 'iinf')
  const locations = parts.find(({ type }) => type === 'iloc')
  if (!info || !locations) return []
  const kinds = await readKinds(file, info)
  const inBox = parts.find(({ type }) => type === 'idat')?.body ?? null
  const notes = readLocations(await file.content(locations), kinds, inBox)
  requireApart(
    notes.flatMap(({ extents }) => extents),
    file.size,
  )
  return notes
}

type Kind = Omit<Note, 'extents'>

/** The item information box, ISO/IEC 14496-12 §8.11.6. */
async function readKinds(file: BoxFile, info: Box): Promise<Map<number, Kind>> {
  const version = (await file.bytes(info.body, info.body + 1))[0]
  const kinds = new Map<number, Kind>()
  for (const entry of await file.children(info, version === 0 ? 6 : 8)) {
    const content = await file.bytes(entry.body, Math.min(entry.end, entry.body + longestEntry))
    const reader = createNumberReader(content)
    const isLong = reader.take(1) === 3
    reader.take(3)
    const id = reader.take(isLong ? 4 : 2)
    const typeAt = isLong ? 10 : 8
    const type = content.toString('latin1', typeAt, typeAt + 4)
    if (type !== 'Exif' && type !== 'mime') continue
    const [, , packing = ''] = content.toString('latin1', typeAt + 4).split('\0')
    kinds.set(id, { type, isPacked: type === 'mime' && packing !== '' })
  }
  return kinds
}

/** The item location box, ISO/IEC 14496-12 §8.11.3. */
function readLocations(content: Buffer, kinds: ReadonlyMap<number, Kind>, inBox: number | null): Note[] {
  const reader = createNumberReader(content)
  const version = reader.take(1)
  reader.take(3)
  const sizes = reader.take(2)
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15]
  const countExtent = countUpTo(mostExtents, 'notes')
  const notes: Note[] = []
  for (let left = reader.take(version < 2 ? 2 : 4); left > 0 && reader.left > 0; left -= 1) {
    const kind = kinds.get(reader.take(version < 2 ? 2 : 4))
    const method = version === 0 ? 0 : reader.take(2) & 15
    reader.take(2)
    const base = reader.take(baseSize) + (method === 1 ? (inBox ?? 0) : 0)
    const count = reader.take(2)
    if (count > 1 && offsetSize + lengthSize + indexSize === 0) throw new Damaged('Its index takes no bytes.')
    const extents: Extent[] = []
    for (let extent = 0; extent < count && reader.left > 0; extent += 1) {
      reader.take(indexSize)
      const from = base + reader.take(offsetSize)
      const to = from + reader.take(lengthSize)
      if (!kind) continue
      countExtent()
      extents.push({ from, to })
    }
    if (kind && (method === 0 || (method === 1 && inBox !== null))) notes.push({ ...kind, extents })
  }
  return notes
}

/** @throws Damaged when bytes are named twice, none are, or they lie behind the end */
function requireApart(extents: readonly Extent[], size: number): void {
  let end = 0
  for (const { from, to } of [...extents].sort((one, other) => one.from - other.from)) {
    if (from < end) throw new Damaged('Two of its notes overlap.')
    if (to <= from) throw new Damaged('One of its notes takes no bytes.')
    if (to > size) throw new Damaged('One of its notes is longer than the file.')
    end = to
  }
}

/** Reads unsigned numbers one after the other. */
export function createNumberReader(content: Buffer) {
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
