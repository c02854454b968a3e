import { type Box, children, contentOf, readBoxes } from './boxes.ts'
import type { ByteSource } from './byte-source.ts'
import { Damaged, type Scan, startCutting } from './scan.ts'

/** The boxes at the top level of an MP4 or QuickTime file. Anything else behind them is foreign. */
const topLevel = new Set(
  'ftyp moov mdat free skip wide pnot udta uuid meta moof mfra sidx ssix styp prft emsg pdin meco'.split(' '),
)

/** User data of a track is three levels deep. */
const deepest = 4

/**
 * Walks through the top level and the metadata of an MP4 or QuickTime file. The pictures are not touched.
 * @throws Damaged
 */
export async function scanMovie(file: ByteSource): Promise<Scan> {
  const { boxes, end } = await topLevelBoxes(file)
  const movie = boxes.find(({ type }) => type === 'moov')
  if (!movie) throw new Damaged('It has no index (moov).')
  const places = (await findPlaces(file, movie)).sort((one, other) => one.start - other.start)
  const cutting = startCutting()
  for (const place of places) cutting.replace(place.start, place.end, blank(place), 'location')
  return cutting.finish(end, file.size)
}

/** @throws Damaged when the last box is not whole. */
export async function topLevelBoxes(file: ByteSource): Promise<{ boxes: Box[]; end: number }> {
  const { boxes, end } = await readBoxes(file, 0, file.size)
  const stranger = boxes.findIndex(({ type }) => !topLevel.has(type))
  if (stranger >= 0) return { boxes: boxes.slice(0, stranger), end: boxes[stranger]?.start ?? end }
  if (end > file.size) throw new Damaged('It ends before it is complete.')
  return { boxes, end }
}

/** Replaces boxes by `free` boxes of equal length, so that the index still fits everything behind them. */
function blank({ start, end }: Box): Buffer {
  const box = Buffer.alloc(end - start)
  box.writeUInt32BE(end - start, 0)
  box.write('free', 4, 'latin1')
  return box
}

/** ©xyz and loci in user data, and Apple's metadata items whose key names a location. */
async function findPlaces(file: ByteSource, parent: Box, depth = 0): Promise<Box[]> {
  const found: Box[] = []
  if (depth > deepest) throw new Damaged('Its parts are nested too deep.')
  for (const box of await children(file, parent)) {
    if (box.type === '\xa9xyz' || box.type === 'loci') found.push(box)
    else if (box.type === 'udta' || box.type === 'trak')
      found.push(...(await findPlaces(file, box, depth + 1)))
    else if (box.type === 'meta') found.push(...(await findLocationItems(file, box)))
  }
  return found.filter(({ start, end }) => end <= parent.end && end - start >= 8 && end - start < 1024 * 1024)
}

async function findLocationItems(file: ByteSource, meta: Box): Promise<Box[]> {
  // In MP4 four bytes of version and flags come first; in QuickTime they do not.
  const plain = (await file.read(meta.body + 4, 4)).toString('latin1') === 'hdlr'
  const parts = await children(file, meta, plain ? 0 : 4)
  const keys = parts.find(({ type }) => type === 'keys')
  const list = parts.find(({ type }) => type === 'ilst')
  if (!keys || !list) return []
  const names = readKeys(await contentOf(file, keys))
  const items = await children(file, list)
  return items.filter(({ type }) =>
    /location|gps/i.test(names[Buffer.from(type, 'latin1').readUInt32BE(0) - 1] ?? ''),
  )
}

function readKeys(content: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at + 8 <= content.length; ) {
    const length = content.readUInt32BE(at)
    if (length < 8) break
    names.push(content.toString('latin1', at + 8, at + length))
    at += length
  }
  return names
}
