import { orientationBlock, orientationOf, withoutLocation } from './exif.ts'
import { lengthOf } from './pieces.ts'
import { type Cutting, Damaged, holdsMarkup, type Scan, startCutting, xmpHasLocation } from './scan.ts'

/** The flag of the VP8X chunk that says an XMP chunk follows. */
const xmpFlag = 0x04

/**
 * Walks a WebP from chunk to chunk (RFC 9649 §2).
 * @throws Damaged
 */
export function scanWebp(file: Buffer): Scan {
  if (
    file.length < 20 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WEBP'
  ) {
    throw new Damaged('It does not begin as a WebP does.')
  }
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) throw new Damaged('It ends before the picture does.')
  const cutting = startCutting()
  const dropped = walk(file, end, cutting)
  const scan = cutting.finish(end, file.length)
  return scan.cleaned
    ? {
        ...scan,
        cleaned: [rewriteHead(file, lengthOf(scan.cleaned), dropped), ...behindHead(scan.cleaned, file)],
      }
    : scan
}

/** Answers whether the XMP chunk was taken out. */
function walk(file: Buffer, end: number, cutting: Cutting): boolean {
  let dropped = false
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4)
    const next = Math.min(at + 8 + length + (length % 2), end)
    if (at + 8 + length > end) throw new Damaged('One of its chunks is longer than the file.')
    const data = file.subarray(at + 8, at + 8 + length)
    const type = file.toString('latin1', at, at + 4)
    if (type === 'EXIF') cleanExif(data, at, next, cutting)
    if (type === 'XMP ' && (xmpHasLocation(data) || holdsMarkup(data))) {
      cutting.replace(at, next, null, xmpHasLocation(data) ? 'location' : 'foreign')
      dropped = true
    }
    at = next
  }
  return dropped
}

function cleanExif(data: Buffer, at: number, next: number, cutting: Cutting): void {
  // Some writers keep the header a JPEG has before its EXIF.
  const header = data.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
  const tiff = data.subarray(header)
  const clean = withoutLocation(tiff)
  if (holdsMarkup(data)) cutting.replace(at, next, chunk(orientationBlock(orientationOf(tiff))), 'foreign')
  else if (clean)
    cutting.replace(at, next, chunk(Buffer.concat([data.subarray(0, header), clean])), 'location')
}

function chunk(data: Buffer): Buffer {
  const out = Buffer.alloc(8 + data.length + (data.length % 2))
  out.write('EXIF', 0, 'latin1')
  out.writeUInt32LE(data.length, 4)
  data.copy(out, 8)
  return out
}

/** Rewrites the RIFF header for the new length and, in an extended file, clears the XMP flag if that chunk was cut. */
function rewriteHead(file: Buffer, bytes: number, withoutXmp: boolean): Buffer {
  const out = Buffer.from(file.subarray(0, headLength(file)))
  out.writeUInt32LE(bytes - 8, 4)
  const flags = out[20]
  if (withoutXmp && flags !== undefined) out[20] = flags & ~xmpFlag
  return out
}

function headLength(file: Buffer): number {
  return file.toString('latin1', 12, 16) === 'VP8X' && file.length >= 30 ? 30 : 12
}

function behindHead(pieces: NonNullable<Scan['cleaned']>, file: Buffer): NonNullable<Scan['cleaned']> {
  const [first, ...rest] = pieces
  if (!first || Buffer.isBuffer(first) || first.from !== 0)
    throw new Damaged('It has nothing before its notes.')
  return [{ from: headLength(file), to: first.to }, ...rest]
}
