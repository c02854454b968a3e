import { inflateSync } from 'node:zlib'
import { revealsPlace } from './location.ts'
import { hasLocationText, holdsMarkup } from './note-text.ts'
import { Damaged, type Reason } from './scan.ts'

/** No caption is longer than this. */
const longestText = 4 * 1024 * 1024
/** All texts of a picture, unpacked: an editor that keeps its history in XMP needs a few. */
const mostUnpacked = 8 * 1024 * 1024
/** Deflate makes of one byte at most so many (zlib.net, technical details). */
const deflateRatio = 1_032

/** Judges the text chunks of one picture. */
export interface TextJudge {
  /** Why a chunk must go; null if it may stay. @throws Damaged when all texts together unfold to too much */
  judge(type: string, data: Buffer): Reason | null
}

export function createTextJudge(): TextJudge {
  let left = mostUnpacked
  const inflate = (packed: Buffer): Buffer | null => {
    const most = Math.min(longestText, left)
    try {
      const text = inflateSync(packed, { maxOutputLength: most, chunkSize: chunkSizeFor(packed) })
      left -= text.length
      return text
    } catch {
      // Damaged or too long. How far it came before is not known.
      left -= Math.min(most, packed.length * deflateRatio)
      if (left <= 0) throw new Damaged('Its texts unfold to too much.')
      return null
    }
  }
  return {
    judge: (type, data) => {
      const parts = data.length > longestText ? null : readText(type, data, inflate)
      if (parts === null || holdsMarkup(parts.keyword) || holdsMarkup(parts.text)) return 'foreign'
      return hasLocationText(parts.keyword) || textRevealsPlace(parts) ? 'location' : null
    },
  }
}

const [smallestChunk, largestChunk] = [4 * 1024, 256 * 1024]

/** The memory that is taken at once: a thousand short texts must not take 256 KB each. Texts seldom unfold to more than this. */
function chunkSizeFor(packed: Buffer): number {
  return Math.min(largestChunk, Math.max(smallestChunk, packed.length * 8))
}

interface Text {
  keyword: Buffer
  text: Buffer
}

/** Reads a text chunk (W3C PNG, third edition, §11.3.3); null if it is damaged. */
function readText(type: string, data: Buffer, inflate: (packed: Buffer) => Buffer | null): Text | null {
  const keywordEnd = data.indexOf(0)
  if (keywordEnd < 0) return { keyword: data, text: Buffer.alloc(0) }
  const keyword = data.subarray(0, keywordEnd)
  if (type === 'tEXt') return { keyword, text: data.subarray(keywordEnd + 1) }
  if (type === 'zTXt') return unpacked(keyword, inflate(data.subarray(keywordEnd + 2)))
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const textStart = languageEnd < 0 ? 0 : data.indexOf(0, languageEnd + 1) + 1
  if (textStart === 0) return null
  const head = data.subarray(0, textStart)
  const rest = data.subarray(textStart)
  return data[keywordEnd + 1] === 1 ? unpacked(head, inflate(rest)) : { keyword: head, text: rest }
}

function unpacked(keyword: Buffer, text: Buffer | null): Text | null {
  return text && { keyword, text }
}

/** ImageMagick keeps EXIF, XMP and Photoshop's resources as hex digits in chunks named `Raw profile type …`. */
function textRevealsPlace({ keyword, text }: Text): boolean {
  if (hasLocationText(text)) return true
  const isProfile = /^raw profile type /i.test(keyword.toString('latin1', 0, 40))
  return isProfile && revealsPlace(readProfile(text))
}

/** Two lines come first, the kind and the length; line feeds may be anywhere. */
function readProfile(text: Buffer): Buffer {
  const kindAt = text.findIndex((byte) => !isSpace(byte))
  const lengthAt = kindAt < 0 ? -1 : text.indexOf(0x0a, kindAt)
  const digitsAt = lengthAt < 0 ? -1 : text.indexOf(0x0a, lengthAt + 1)
  const digits = Buffer.from(text.subarray(digitsAt < 0 ? text.length : digitsAt))
  let length = 0
  for (const byte of digits) {
    digits[length] = byte
    if (!isSpace(byte)) length += 1
  }
  return Buffer.from(digits.toString('latin1', 0, length), 'hex')
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}
