import { orientationBlock, orientationOf, withoutLocation } from './exif.ts'
import { type Cutting, Damaged, holdsMarkup, type Scan, startCutting, xmpHasLocation } from './scan.ts'

const exifHeader = Buffer.from('Exif\0\0', 'latin1')
const xmpHeaders = ['http://ns.adobe.com/xap/1.0/\0', 'http://ns.adobe.com/xmp/extension/\0']

/**
 * Walks a JPEG from marker to marker to its end (ITU T.81, annex B).
 * @throws Damaged
 */
export function scanJpeg(file: Buffer): Scan {
  if (file.readUInt16BE(0) !== 0xffd8) throw new Damaged('It does not begin as a JPEG does.')
  const cutting = startCutting()
  let at = 2
  for (;;) {
    const marker = nextMarker(file, at)
    if (marker.code === 0xd9) return cutting.finish(marker.end, file.length)
    at = isBare(marker.code) ? marker.end : skipSegment(file, marker, cutting)
  }
}

interface Marker {
  code: number
  /** The position of its first 0xff, and of the content behind it. */
  start: number
  end: number
}

/** The next marker at or behind `at`: between segments at once, in picture data wherever the data ends. */
function nextMarker(file: Buffer, at: number): Marker {
  for (let start = file.indexOf(0xff, at); start >= 0; start = file.indexOf(0xff, start + 1)) {
    const code = file[start + 1] ?? 0
    if (code !== 0 && code !== 0xff && !isRestart(code)) return { code, start, end: start + 2 }
  }
  throw new Damaged('It ends before the picture does.')
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7
}

function isBare(code: number): boolean {
  return code === 0x01 || code === 0xd8
}

function skipSegment(file: Buffer, { code, start, end }: Marker, cutting: Cutting): number {
  const next = end + (end + 2 <= file.length ? file.readUInt16BE(end) : 0)
  if (next < end + 2 || next > file.length) throw new Damaged('One of its segments is longer than the file.')
  const isNote = code === 0xfe || (code >= 0xe0 && code <= 0xef)
  if (isNote) cleanNote(file.subarray(end + 2, next), start, next, cutting)
  return next
}

function cleanNote(payload: Buffer, start: number, next: number, cutting: Cutting): void {
  const isExif = payload.subarray(0, exifHeader.length).equals(exifHeader)
  const isXmp = xmpHeaders.some((header) => payload.toString('latin1', 0, header.length) === header)
  if (holdsMarkup(payload)) {
    const orientation = isExif ? orientationOf(payload.subarray(exifHeader.length)) : 1
    cutting.replace(
      start,
      next,
      orientation === 1 ? null : exifSegment(orientationBlock(orientation)),
      'foreign',
    )
  } else if (isExif) {
    const clean = withoutLocation(payload.subarray(exifHeader.length))
    if (clean) cutting.replace(start, next, exifSegment(clean), 'location')
  } else if (isXmp && xmpHasLocation(payload)) {
    cutting.replace(start, next, null, 'location')
  }
}

function exifSegment(tiff: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + exifHeader.length + tiff.length, 2)
  return Buffer.concat([head, exifHeader, tiff])
}
