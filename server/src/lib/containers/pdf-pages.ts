import { inflateSync } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'

// All that is looked at is counted in sum, because a file of a stranger may be nothing but beginnings of page trees.

/** Nodes of page trees and streams of objects. A document of 100,000 pages has some thousands. */
const mostPlaces = 20_000
/** Bytes around nodes that are looked at, and bytes that streams of objects unfold to, in sum. */
const mostBytes = 16 * 1024 ** 2
const longestStream = 4 * 1024 ** 2
/** A stream that cannot be unpacked counts for so much, because it may be damaged at its end only. */
const damagedStream = 1024 ** 2
/** A root that names 20,000 pages, one by one. */
const longestNode = 256 * 1024
/** The number of a node and `obj` before its content. */
const longestBefore = 4_096
/** More pages than any document has. */
const mostPages = 1_000_000

/**
 * Counts the pages of a PDF as the root of its page tree does (ISO 32000-1 §7.7.3), wherever it is: plainly, or in a
 * compressed stream of objects. Null when it cannot be found, as in an encrypted document, or is not to be believed.
 */
export async function countPages(file: ByteSource): Promise<number | null> {
  const bytes = await file.read(0, file.size)
  const roots = [...plainNodes(bytes)].flatMap((node) => readRoot(node) ?? [])
  // A later version of the document comes after the earlier one.
  const pages = roots.at(-1) ?? [...packedNodes(bytes)].flatMap((node) => readRoot(node) ?? []).at(-1)
  return pages !== undefined && pages <= mostPages ? pages : null
}

/** The count of pages that a node names, if it is a root: it has no parent. */
function readRoot(node: string): number | null {
  if (!/\/Type\s{0,9}\/Pages\b/.test(node) || /\/Parent\b/.test(node)) return null
  const count = /\/Count\s{1,9}(\d{1,10})\b/.exec(node)?.[1]
  return count === undefined ? null : Number(count)
}

/** The objects that name `/Pages` as they are in the file. */
function* plainNodes(bytes: Buffer): Generator<string> {
  let looked = 0
  let end = 0
  for (const at of placesOf(bytes, '/Pages')) {
    if (at < end) continue
    const earliest = Math.max(0, at - longestBefore)
    const start =
      earliest + Math.max(0, bytes.subarray(earliest, at).lastIndexOf(' obj', undefined, 'latin1'))
    const found = bytes.subarray(at, at + longestNode).indexOf('endobj', 0, 'latin1')
    end = Math.min(bytes.length, at + (found < 0 ? longestBefore : found))
    looked += end - start
    if (looked > mostBytes) return
    yield bytes.toString('latin1', start, end)
  }
}

/** The objects that name `/Pages` in compressed streams of objects (ISO 32000-1 §7.5.7). */
function* packedNodes(bytes: Buffer): Generator<string> {
  let unfolded = 0
  for (const at of placesOf(bytes, '/ObjStm')) {
    const stream = unpack(bytes, at)
    if (stream === null) continue
    unfolded += stream === '' ? damagedStream : stream.length
    if (unfolded > mostBytes) return
    for (const object of splitObjects(stream)) if (object.includes('/Pages')) yield object
  }
}

/** The content of a stream whose dictionary is at this place; empty when it is damaged, null when it is packed in another way. */
function unpack(bytes: Buffer, at: number): string | null {
  const near = bytes.subarray(at, at + longestBefore)
  const head = near.indexOf('stream', 0, 'latin1')
  if (head < 0) return null
  // A line ends behind the word, in one of two ways.
  const start = at + head + 'stream'.length + (near[head + 'stream'.length] === 0x0d ? 2 : 1)
  if (!isZlib(bytes, start)) return null
  try {
    return inflateSync(bytes.subarray(start, start + longestStream), {
      maxOutputLength: longestStream,
    }).toString('latin1')
  } catch {
    // It is encrypted or too long. Then nothing is known of it.
    return ''
  }
}

/**
 * Whether a stream may begin here, by its first two bytes (RFC 1950 §2.2). The test is cheap and rules out most places.
 */
function isZlib(bytes: Buffer, at: number): boolean {
  const [method = 0, flags = 0] = bytes.subarray(at, at + 2)
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}

/** A stream begins with the number and the place of each of its objects; the first object comes after all of these. */
function splitObjects(stream: string): string[] {
  const numbers = /^[\d\s]{1,400000}/.exec(stream)?.[0] ?? ''
  const places = numbers
    .trim()
    .split(/\s+/)
    .filter((_, index) => index % 2 === 1)
  return places.slice(0, mostPlaces).map((place, index) => {
    const next = places[index + 1]
    const [from, to] = [
      numbers.length + Number(place),
      next === undefined ? Infinity : numbers.length + Number(next),
    ]
    return stream.slice(from, Math.min(to, from + longestNode))
  })
}

/** Where a word stands, up to a number of places that no document has. */
function* placesOf(bytes: Buffer, word: string): Generator<number> {
  let at = bytes.indexOf(word, 0, 'latin1')
  for (let count = 0; at >= 0 && count < mostPlaces; count += 1) {
    yield at
    at = bytes.indexOf(word, at + word.length, 'latin1')
  }
}
