import type { Box, BoxFile } from './boxes.ts'
import { revealsPlace } from './location.ts'
import { countUpTo, Damaged, longestNote } from './scan.ts'

/** User data of a track is three levels deep. */
const deepest = 4
/** Boxes that are nothing but a place: QuickTime's, that of some of its writers, and that of 3GPP (TS 26.244 §8). */
const places = new Set(['\xa9xyz', '@xyz', 'loci'])
/** Boxes that may hold notes of any kind: Adobe's XMP, QuickTime's XMP, XML of a camera, items of a picture. */
const noteTypes = new Set(['uuid', 'XMP_', 'xml ', 'bxml', 'idat'])

const containers = new Set(['moov', 'trak', 'udta', 'meta'])

/**
 * Finds the boxes that reveal where a film was taken among these and those within them: in user data, metadata and notes
 * of the file, of the film and of its tracks.
 * @throws Damaged
 */
export async function findPlaces(file: BoxFile, boxes: readonly Box[], depth = 0): Promise<Box[]> {
  if (depth > deepest) throw new Damaged('Its parts are nested too deep.')
  const found: Box[] = []
  for (const box of boxes) {
    if (places.has(box.type)) found.push(box)
    else if (box.type === 'moov' || box.type === 'trak')
      found.push(...(await findPlaces(file, await file.children(box), depth + 1)))
    else if (box.type === 'udta') found.push(...(await findInUserData(file, box, depth + 1)))
    else if (box.type === 'meta') found.push(...(await findInMetadata(file, box)))
    else if (noteTypes.has(box.type) && (await isPlace(file, box))) found.push(box)
  }
  return found
}

/** Replaces boxes by `free` boxes of equal length, so that the index still fits everything behind them. */
export function createBoxBlanker(): (box: Box) => Buffer {
  const count = countUpTo(4 * longestNote, 'bytes of notes')
  return ({ start, end }) => {
    count(end - start)
    const box = Buffer.alloc(end - start)
    box.writeUInt32BE(end - start, 0)
    box.write('free', 4, 'latin1')
    return box
  }
}

async function findInUserData(file: BoxFile, userData: Box, depth: number): Promise<Box[]> {
  const boxes = await file.children(userData)
  const found = new Set(await findPlaces(file, boxes, depth))
  for (const box of boxes) {
    if (!containers.has(box.type) && !found.has(box) && (await isPlace(file, box))) found.add(box)
  }
  return [...found]
}

async function findInMetadata(file: BoxFile, meta: Box): Promise<Box[]> {
  // In MP4 four bytes of version and flags come first; in QuickTime they do not.
  const isPlain = (await file.bytes(meta.body + 4, meta.body + 8)).toString('latin1') === 'hdlr'
  const parts = await file.children(meta, isPlain ? 0 : 4)
  const keys = parts.find(({ type }) => type === 'keys')
  const names = keys ? readKeys(await file.content(keys)) : []
  const found: Box[] = []
  for (const part of parts) {
    if (part.type === 'ilst') found.push(...(await findItems(file, await file.children(part), names)))
    else if (noteTypes.has(part.type) && (await isPlace(file, part))) found.push(part)
  }
  return found
}

/** The items of a list: Apple's are named by a number in `keys`, the others by their own type or within themselves. */
async function findItems(file: BoxFile, items: readonly Box[], names: readonly string[]): Promise<Box[]> {
  const found: Box[] = []
  for (const item of items) {
    const name = names[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1] ?? ''
    if (places.has(item.type) || namesPlace(name)) found.push(item)
    else if (item.type === '----' && namesPlace((await file.content(item)).toString('latin1')))
      found.push(item)
    else if (await isPlace(file, item)) found.push(item)
  }
  return found
}

function namesPlace(text: string): boolean {
  return /location|gps/i.test(text)
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

async function isPlace(file: BoxFile, box: Box): Promise<boolean> {
  return revealsPlace(await file.content(box))
}
