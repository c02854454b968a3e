import { hasLocationText } from './note-text.ts'

/**
 * EXIF is a small TIFF file. Its first directory (IFD0) points to a second one with everything about GPS (tag 0x8825,
 * EXIF 2.32 §4.6.3).
 */
const gpsPointer = 0x8825
const orientationTag = 0x0112
/** The version tag of the GPS directory. Many cameras write it and nothing else. */
const gpsVersion = 0x0000
const bytesPerType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/** The pointers to the directory of the camera's settings, which some programs mistake for the first one. */
const exifPointer = 0x8769
/** EXIF 2.32 names 32 values of a place. */
const mostGpsValues = 100

/**
 * Removes the place from a block without changing its length; null if it has none. Nothing else changes, unless the place
 * stands where no camera writes it, for example as text or twice: then only the orientation is left.
 */
export function withoutLocation(tiff: Buffer): Buffer | null {
  const block = readBlock(tiff)
  if (!block) return null
  if (hasLocationText(tiff) || hasStrayPlace(tiff, block)) return onlyOrientation(tiff)
  const entry = block.entries.find(({ tag }) => tag === gpsPointer)
  if (!entry) return null
  const gps = readDirectory(tiff, block.little, read32(tiff, entry.at + 8, block.little))
  if (!gps?.some(({ tag }) => tag !== gpsVersion)) return null
  const bytes = gps.reduce((sum, { valueBytes }) => sum + valueBytes, 0)
  if (gps.length > mostGpsValues || bytes > tiff.length) return onlyOrientation(tiff)
  const clean = Buffer.from(tiff)
  for (const value of gps) clean.fill(0, value.valueAt, value.valueAt + value.valueBytes)
  for (const { at } of gps) clean.fill(0, at, at + 12)
  removeEntry(clean, block, entry.at)
  return clean
}

/** The position of a TIFF block behind a short header, such as the `Exif\0\0` of a JPEG; -1 if there is none. */
export function findTiff(note: Buffer): number {
  const head = note.toString('latin1', 0, headerBytes)
  return head.search(/II\*\0|MM\0\*/)
}

/** HEIC has the longest header, and not all writers agree on it. */
const headerBytes = 64

/** A second pointer to a place, or one in another directory: that of the settings, or that of the small picture. */
function hasStrayPlace(tiff: Buffer, { little, ifd, entries }: Block): boolean {
  const isPointer = ({ tag }: Entry) => tag === gpsPointer
  if (entries.filter(isPointer).length > 1) return true
  const settings = entries.find(({ tag }) => tag === exifPointer)
  const next = ifd + 2 + entries.length * 12
  return [
    settings ? read32(tiff, settings.at + 8, little) : 0,
    next + 4 <= tiff.length ? read32(tiff, next, little) : 0,
  ].some((at) => at !== ifd && readDirectory(tiff, little, at)?.some(isPointer))
}

function onlyOrientation(tiff: Buffer): Buffer {
  const clean = Buffer.alloc(tiff.length)
  orientationBlock(orientationOf(tiff)).copy(clean)
  return clean
}

/** Reads the orientation, 1 to 8; 1 if there is none. */
export function orientationOf(tiff: Buffer): number {
  const block = readBlock(tiff)
  const entry = block?.entries.find(({ tag }) => tag === orientationTag)
  if (!block || !entry) return 1
  const value = read16(tiff, entry.at + 8, block.little)
  return value >= 1 && value <= 8 ? value : 1
}

/** Makes a block that holds only the orientation. */
export function orientationBlock(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(orientationTag, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}

interface Entry {
  tag: number
  at: number
  /** The range of a value that is stored outside its entry; empty if it is inside, or outside the block. */
  valueAt: number
  valueBytes: number
}

interface Block {
  little: boolean
  ifd: number
  entries: Entry[]
}

function readBlock(tiff: Buffer): Block | null {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null
  const little = order === 'II'
  const ifd = read32(tiff, 4, little)
  const entries = readDirectory(tiff, little, ifd)
  return entries ? { little, ifd, entries } : null
}

function readDirectory(tiff: Buffer, little: boolean, at: number): Entry[] | null {
  if (at < 8 || at + 2 > tiff.length) return null
  const count = Math.min(read16(tiff, at, little), Math.floor((tiff.length - at - 2) / 12))
  return Array.from({ length: count }, (_, index) => readEntry(tiff, little, at + 2 + index * 12))
}

function readEntry(tiff: Buffer, little: boolean, at: number): Entry {
  const bytes = (bytesPerType[read16(tiff, at + 2, little)] ?? 0) * read32(tiff, at + 4, little)
  const valueAt = read32(tiff, at + 8, little)
  const outside = bytes > 4 && valueAt >= 8 && valueAt + bytes <= tiff.length
  const tag = read16(tiff, at, little)
  return outside ? { tag, at, valueAt, valueBytes: bytes } : { tag, at, valueAt: 0, valueBytes: 0 }
}

/** Moves up the later entries and the pointer to the next directory behind them. */
function removeEntry(tiff: Buffer, block: Block, at: number): void {
  const count = block.entries.length
  const end = Math.min(block.ifd + 2 + count * 12 + 4, tiff.length)
  tiff.copy(tiff, at, at + 12, end)
  tiff.fill(0, end - 12, end)
  if (block.little) tiff.writeUInt16LE(count - 1, block.ifd)
  else tiff.writeUInt16BE(count - 1, block.ifd)
}

function read16(bytes: Buffer, at: number, little: boolean): number {
  return little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
}

function read32(bytes: Buffer, at: number, little: boolean): number {
  return little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
}
