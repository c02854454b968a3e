import { crc32, inflateSync } from 'node:zlib'
import { orientationBlock, orientationOf, withoutLocation } from './exif.ts'
import { type Cutting, Damaged, holdsMarkup, type Scan, startCutting, xmpHasLocation } from './scan.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** No caption is longer than this. */
const longestNote = 4 * 1024 * 1024

/**
 * Walks a PNG from chunk to chunk to its end (W3C PNG, third edition, §5).
 * @throws Damaged
 */
export function scanPng(file: Buffer): Scan {
  if (!file.subarray(0, 8).equals(signature)) throw new Damaged('It does not begin as a PNG does.')
  const cutting = startCutting()
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > file.length) break
    if (type === 'IEND') return cutting.finish(next, file.length)
    cleanChunk(type, file.subarray(at + 8, at + 8 + length), at, next, cutting)
    at = next
  }
  throw new Damaged('It ends before the picture does.')
}

function cleanChunk(type: string, data: Buffer, at: number, next: number, cutting: Cutting): void {
  if (type === 'eXIf') {
    const clean = withoutLocation(data)
    if (holdsMarkup(data))
      cutting.replace(at, next, chunk('eXIf', orientationBlock(orientationOf(data))), 'foreign')
    else if (clean) cutting.replace(at, next, chunk('eXIf', clean), 'location')
  } else if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') {
    const text = readText(type, data)
    if (text === null || holdsMarkup(text)) cutting.replace(at, next, null, 'foreign')
    else if (xmpHasLocation(text) || profileHasLocation(data, text))
      cutting.replace(at, next, null, 'location')
  }
}

/** Unpacks a text chunk; null if it is too long or damaged. */
function readText(type: string, data: Buffer): Buffer | null {
  if (data.length > longestNote) return null
  const keywordEnd = data.indexOf(0)
  if (keywordEnd < 0) return data
  if (type === 'tEXt') return data
  if (type === 'zTXt') return inflate(data.subarray(keywordEnd + 2))
  const packed = data[keywordEnd + 1] === 1
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const textStart = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1) + 1
  if (textStart <= 0) return null
  return packed ? inflate(data.subarray(textStart)) : data
}

function inflate(packed: Buffer): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: longestNote })
  } catch {
    return null
  }
}

/** ImageMagick keeps EXIF as hex digits in a text chunk named `Raw profile type exif`. */
function profileHasLocation(data: Buffer, text: Buffer): boolean {
  if (!/^Raw profile type (?:exif|app1)\0/i.test(data.toString('latin1', 0, 40))) return false
  const bytes = Buffer.from(
    text
      .toString('latin1')
      .replace(/^\n?[^\n]*\n {0,16}\d{1,16}\n/, '')
      .replace(/\s/g, ''),
    'hex',
  )
  const header = bytes.indexOf('Exif\0\0')
  return withoutLocation(bytes.subarray(header < 0 ? 0 : header + 6)) !== null
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), 4 + body.length)
  return out
}
