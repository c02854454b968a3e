import { findTiff, orientationBlock, orientationOf } from './exif.ts'
import { cleanTiff, revealsPlace } from './location.ts'
import { hasLocationText, holdsMarkup } from './note-text.ts'
import type { Piece } from './pieces.ts'
import { countUpTo, createRangeCollector, Damaged, type RangeCollector, type Scan } from './scan.ts'

const exifHeader = Buffer.from('Exif\0\0', 'latin1')
const xmpHeader = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const longXmpHeader = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
/** Behind the header: the digest of the whole, its length, and the position of this part. */
const longXmpHead = longXmpHeader.length + 40
const photoshopHeader = Buffer.from('Photoshop 3.0\0', 'latin1')
/** A picture of 50 MB, all of it notes of 64 KB, has 800. */
const mostSegments = 5_000

/**
 * Walks a JPEG from marker to marker to its end (ITU T.81, annex B).
 * @throws Damaged
 */
export function scanJpeg(file: Buffer): Scan {
  if (file.length < 2 || file.readUInt16BE(0) !== 0xffd8)
    throw new Damaged('It does not begin as a JPEG does.')
  const { notes, end } = readSegments(file)
  const split = findSplitPlaces(notes)
  const ranges = createRangeCollector()
  for (const note of notes) {
    if (split.has(note)) ranges.replace(note.start, note.next, null, 'location')
    else cleanNote(note, ranges)
  }
  return ranges.finish(end, file.length)
}

const profileHeader = Buffer.from('ICC_PROFILE\0', 'latin1')
const adobeHeader = Buffer.from('Adobe', 'latin1')

/**
 * The parts of a JPEG that are left without its notes and without anything behind its end. The notes that say how its
 * colours are meant stay: a profile, and Adobe's mark of a transform.
 * @throws Damaged
 */
export function withoutNotes(file: Buffer): readonly Piece[] {
  if (file.length < 2 || file.readUInt16BE(0) !== 0xffd8)
    throw new Damaged('It does not begin as a JPEG does.')
  const { notes, end } = readSegments(file)
  const pieces: Piece[] = []
  let kept = 0
  for (const { start, next, payload } of notes) {
    if (startsWith(payload, profileHeader) || startsWith(payload, adobeHeader)) continue
    pieces.push({ from: kept, to: start })
    kept = next
  }
  return [...pieces, { from: kept, to: end }]
}

interface Note {
  /** The positions of its marker and of the next one. */
  start: number
  next: number
  payload: Buffer
}

function readSegments(file: Buffer): { notes: Note[]; end: number } {
  const notes: Note[] = []
  const countSegment = countUpTo(mostSegments, 'parts')
  for (let at = 2; ; ) {
    const { code, start, end } = nextMarker(file, at)
    if (code === 0xd9) return { notes, end }
    countSegment()
    const next = isBare(code) ? end : endOfSegment(file, end)
    const isNote = code === 0xfe || (code >= 0xe0 && code <= 0xef)
    if (isNote) notes.push({ start, next, payload: file.subarray(end + 2, next) })
    at = next
  }
}

interface Marker {
  code: number
  /** The position of its last 0xff, and of the content behind it. */
  start: number
  end: number
}

/** The next marker at or behind `at`: between segments at once, in picture data wherever the data ends. */
function nextMarker(file: Buffer, at: number): Marker {
  for (let start = file.indexOf(0xff, at); start >= 0; ) {
    let end = start + 1
    // Any number of these may come before a marker.
    while (file[end] === 0xff) end += 1
    const code = file[end]
    if (code !== undefined && code !== 0 && !isRestart(code)) return { code, start: end - 1, end: end + 1 }
    start = file[end + 1] === 0xff ? end + 1 : file.indexOf(0xff, end + 1)
  }
  throw new Damaged('It ends before the picture does.')
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7
}

function isBare(code: number): boolean {
  return code === 0x01 || code === 0xd8
}

function endOfSegment(file: Buffer, at: number): number {
  const next = at + (at + 2 <= file.length ? file.readUInt16BE(at) : 0)
  if (next < at + 2 || next > file.length) throw new Damaged('One of its segments is longer than the file.')
  return next
}

/** XMP and Photoshop's resources may go on in the next segment, and a place may stand across: they stay or go together. */
function findSplitPlaces(notes: readonly Note[]): Set<Note> {
  const packets = notes.filter(({ payload }) => startsWith(payload, xmpHeader))
  const longParts = notes.filter(({ payload }) => startsWith(payload, longXmpHeader))
  const ordered = [...longParts].sort((one, other) => positionOf(one.payload) - positionOf(other.payload))
  const resources = notes.filter(({ payload }) => startsWith(payload, photoshopHeader))
  const hasXmp =
    packets.some(({ payload }) => hasLocationText(payload)) || hasLocationText(joined(ordered, longXmpHead))
  return new Set([
    ...(hasXmp ? [...packets, ...longParts] : []),
    ...(revealsPlace(joined(resources, photoshopHeader.length)) ? resources : []),
  ])
}

function positionOf(payload: Buffer): number {
  return payload.length < longXmpHead ? 0 : payload.readUInt32BE(longXmpHead - 4)
}

function joined(notes: readonly Note[], skip: number): Buffer {
  return Buffer.concat(notes.map(({ payload }) => payload.subarray(skip)))
}

function startsWith(payload: Buffer, header: Buffer): boolean {
  return payload.subarray(0, header.length).equals(header)
}

function cleanNote({ start, next, payload }: Note, ranges: RangeCollector): void {
  const clean = cleanTiff(payload)
  if (holdsMarkup(payload)) ranges.replace(start, next, orientationSegment(payload), 'foreign')
  else if (clean) ranges.replace(start, next, segment(clean), 'location')
  else if (revealsPlace(payload)) ranges.replace(start, next, null, 'location')
}

/** EXIF with a page inside keeps nothing but its orientation. Null when the picture is upright. */
function orientationSegment(payload: Buffer): Buffer | null {
  const tiff = findTiff(payload)
  const orientation = tiff < 0 ? 1 : orientationOf(payload.subarray(tiff))
  return orientation === 1 ? null : segment(Buffer.concat([exifHeader, orientationBlock(orientation)]))
}

function segment(payload: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + payload.length, 2)
  return Buffer.concat([head, payload])
}
