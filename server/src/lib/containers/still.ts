import { type Box, type BoxFile, readBoxFile } from './boxes.ts'
import type { ByteSource } from './byte-source.ts'
import { withoutLocation } from './exif.ts'
import { createNumberReader, type Extent, findNotes, type Note } from './items.ts'
import { cleanTiff, revealsPlace } from './location.ts'
import { topLevelBoxes } from './movie.ts'
import { holdsMarkup } from './note-text.ts'
import { createRangeCollector, Damaged, type Reason, type Scan } from './scan.ts'
import { createBoxBlanker, findPlaces } from './user-data.ts'

/** The facts of a picture that its ISO container says. */
export interface StillFacts {
  /** Pixels as it is seen upright. */
  readonly width: number
  readonly height: number
  /** By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright. */
  readonly orientation: number
  /** Bits of a channel; null where it does not say so. */
  readonly bitDepth: number | null
  readonly hasAlpha: boolean
}

/**
 * Walks through a HEIC or AVIF (ISO/IEC 23008-12): the size from the container, the EXIF and XMP items, and the user data
 * that it may have as a film has.
 * @throws Damaged
 */
export async function scanStill(source: ByteSource): Promise<Scan & StillFacts> {
  const file = readBoxFile(source)
  const { boxes, end } = await topLevelBoxes(file)
  const meta = boxes.find(({ type }) => type === 'meta')
  if (!meta) throw new Damaged('It has no index (meta).')
  const parts = await file.children(meta, 4)
  const facts = await readFacts(file, parts)
  const cuts = [
    ...(await cutNotes(file, await findNotes(file, parts))),
    ...(await cutUserData(
      file,
      boxes.filter((box) => box !== meta),
    )),
  ]
  const ranges = createRangeCollector()
  for (const { from, to, instead, why } of cuts.sort((one, other) => one.from - other.from))
    ranges.replace(from, to, instead, why)
  return { ...ranges.finish(end, file.size), ...facts }
}

interface Cut extends Extent {
  readonly instead: Buffer
  readonly why: Reason
}

/** Other bytes of equal length for the notes that must not be served as they are. */
async function cutNotes(file: BoxFile, notes: readonly Note[]): Promise<Cut[]> {
  const cuts: Cut[] = []
  for (const note of notes) {
    const parts: Buffer[] = []
    for (const { from, to } of note.extents) parts.push(await file.bytes(from, to))
    const clean = cleanNote(note, Buffer.concat(parts))
    if (!clean) continue
    let at = 0
    for (const { from, to } of note.extents) {
      cuts.push({ from, to, instead: clean.bytes.subarray(at, at + to - from), why: clean.why })
      at += to - from
    }
  }
  return cuts
}

function cleanNote({ type, isPacked }: Note, data: Buffer): { bytes: Buffer; why: Reason } | null {
  const blank = Buffer.alloc(data.length, type === 'Exif' ? 0 : ' ')
  if (isPacked || holdsMarkup(data)) return { bytes: blank, why: 'foreign' }
  const bytes = type === 'Exif' ? cleanExif(data) : null
  if (bytes) return { bytes, why: 'location' }
  return revealsPlace(data) ? { bytes: blank, why: 'location' } : null
}

/** The first four bytes say how far behind them the TIFF block begins. Where they are wrong, readers look for it. */
function cleanExif(data: Buffer): Buffer | null {
  const start = data.length >= 4 ? 4 + data.readUInt32BE(0) : data.length
  const clean = start < data.length ? withoutLocation(data.subarray(start)) : null
  return clean ? Buffer.concat([data.subarray(0, start), clean]) : cleanTiff(data)
}

async function cutUserData(file: BoxFile, boxes: readonly Box[]): Promise<Cut[]> {
  const blank = createBoxBlanker()
  return (await findPlaces(file, boxes)).map((box) => ({
    from: box.start,
    to: box.end,
    instead: blank(box),
    why: 'location',
  }))
}

/** The size (ispe), the turns (irot, imir) and the bits (pixi) that belong to the primary item. */
async function readFacts(file: BoxFile, parts: readonly Box[]): Promise<StillFacts> {
  const primary = await readPrimary(file, parts)
  const properties = parts.find(({ type }) => type === 'iprp')
  const inside = properties ? await file.children(properties) : []
  const container = inside.find(({ type }) => type === 'ipco')
  const association = inside.find(({ type }) => type === 'ipma')
  if (!container || !association) throw new Damaged('It does not say how large it is.')
  const all = await file.children(container)
  const own = readAssociation(await file.content(association), primary).flatMap(
    (index) => all[index - 1] ?? [],
  )
  const extent = own.find(({ type }) => type === 'ispe')
  if (!extent) throw new Damaged('It does not say how large it is.')
  const content = await file.content(extent)
  if (content.length < 12) throw new Damaged('It does not say how large it is.')
  const [width, height] = [content.readUInt32BE(4), content.readUInt32BE(8)]
  const orientation = await readOrientation(file, own)
  return {
    ...(orientation > 4 ? { width: height, height: width } : { width, height }),
    orientation,
    bitDepth: await readBitDepth(file, own),
    hasAlpha: await readHasAlpha(file, all),
  }
}

/** The turns of EXIF: first whether left and right are exchanged, then the quarters of a turn with the clock. */
const orientations = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
] as const

/** Carries out the turns of a picture in their order (ISO/IEC 23008-12 §6.5.10 and §6.5.12). */
async function readOrientation(file: BoxFile, properties: readonly Box[]): Promise<number> {
  let [isMirrored, quarters] = [false, 0]
  for (const box of properties) {
    if (box.type !== 'irot' && box.type !== 'imir') continue
    const value = (await file.content(box))[0] ?? 0
    if (box.type === 'irot') quarters += 4 - (value & 3)
    else {
      isMirrored = !isMirrored
      // Top and bottom are exchanged by 0, left and right by 1.
      quarters = 8 - (quarters % 4) + (value & 1 ? 0 : 2)
    }
  }
  return orientations[isMirrored ? 1 : 0][quarters % 4] ?? 1
}

async function readBitDepth(file: BoxFile, properties: readonly Box[]): Promise<number | null> {
  const bits = properties.find(({ type }) => type === 'pixi')
  return bits ? ((await file.content(bits))[5] ?? null) : null
}

/** A picture of a telephone has one or two beside itself, such as one of distances. */
const mostBeside = 20

/** Whether one of its pictures is the transparency of another. */
async function readHasAlpha(file: BoxFile, all: readonly Box[]): Promise<boolean> {
  for (const box of all.filter(({ type }) => type === 'auxC').slice(0, mostBeside)) {
    const name = (await file.content(box)).toString('latin1', 4, 64)
    if (/^urn:mpeg:(?:hevc:2015:auxid:1|mpegB:cicp:systems:auxiliary:alpha)\0/.test(name)) return true
  }
  return false
}

async function readPrimary(file: BoxFile, parts: readonly Box[]): Promise<number> {
  const box = parts.find(({ type }) => type === 'pitm')
  if (!box) throw new Damaged('It does not say which of its pictures is the first.')
  const reader = createNumberReader(await file.content(box))
  const version = reader.take(1)
  reader.take(3)
  return reader.take(version === 0 ? 2 : 4)
}

/** The numbers, from 1, of the properties of one item (ISO/IEC 23008-12 §9.3). */
function readAssociation(content: Buffer, item: number): number[] {
  const reader = createNumberReader(content)
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
