import { type ByteSource, throughWindow } from './byte-source.ts'
import { hasLocationText } from './note-text.ts'
import {
  countUpTo,
  createRangeCollector,
  Damaged,
  longestNote,
  type RangeCollector,
  type Scan,
} from './scan.ts'

const ebmlId = 0x1a45dfa3
const segmentId = 0x18538067
const clusterId = 0x1f43b675
const tagsId = 0x1254c367
const voidId = 0xec
/** A video of 24 hours in clusters of two seconds has 43,000. */
const mostElements = 50_000

/**
 * Walks the top of a WebM (RFC 8794 §11, RFC 9559), a header and a segment, and looks into the tags of the segment, where
 * converters put the place that a telephone had written into its film.
 * @throws Damaged
 */
export async function scanWebm(source: ByteSource): Promise<Scan> {
  const file = throughWindow(source)
  const ranges = createRangeCollector()
  let at = 0
  let seen = false
  while (at < file.size) {
    const element = await readElement(file, at)
    if (!element || ![ebmlId, segmentId, voidId].includes(element.id) || (seen && element.id !== voidId))
      break
    // A live recording does not know its length: it goes on to the end of the file.
    at = element.length === null ? file.size : element.body + element.length
    if (element.id === segmentId) await cleanSegment(file, element.body, Math.min(at, file.size), ranges)
    seen ||= element.id === segmentId
  }
  if (!seen || at > file.size) throw new Damaged('It ends before it is complete.')
  return ranges.finish(at, file.size)
}

/**
 * Looks into the tags of a segment. A live recorder cannot go back to write tags behind its first cluster, whose length it
 * does not know, so nothing is looked for behind one.
 */
async function cleanSegment(
  file: ByteSource,
  from: number,
  to: number,
  ranges: RangeCollector,
): Promise<void> {
  const countElement = countUpTo(mostElements, 'parts')
  const countBytes = countUpTo(longestNote, 'bytes of notes')
  for (let at = from; at < to; ) {
    const element = await readElement(file, at)
    if (!element || element.length === null) return
    countElement()
    const end = element.body + element.length
    if (element.id === tagsId && end <= to) {
      countBytes(element.length)
      await cleanTags(file, { at, body: element.body, end }, ranges)
    }
    if (element.id === clusterId && end > to) return
    at = end
  }
}

/** Puts empty space in the place of all tags if one of them names a place. */
async function cleanTags(
  file: ByteSource,
  { at, body, end }: { at: number; body: number; end: number },
  ranges: RangeCollector,
): Promise<void> {
  const tags = await file.read(body, end - body)
  if (hasLocationText(tags) || /location|gps/i.test(tags.toString('latin1')))
    ranges.replace(at, end, emptySpace(end - at), 'location')
}

/** A Void element of this length, at least 5 bytes. */
function emptySpace(length: number): Buffer {
  const space = Buffer.alloc(length)
  space[0] = voidId
  if (length < 9) space[1] = 0x80 | (length - 2)
  else {
    space[1] = 0x01
    space.writeUIntBE(length - 9, 3, 6)
  }
  return space
}

interface Element {
  id: number
  body: number
  /** Null when it is not known. */
  length: number | null
}

async function readElement(file: ByteSource, at: number): Promise<Element | null> {
  const head = await file.read(at, 12)
  const idBytes = Math.clz32(head[0] ?? 0) - 23
  if (idBytes > 4 || head.length < idBytes + 1) return null
  const first = head[idBytes] ?? 0
  const lengthBytes = Math.clz32(first) - 23
  if (lengthBytes > 8 || head.length < idBytes + lengthBytes) return null
  const mask = 2 ** (8 - lengthBytes) - 1
  const rest = head.subarray(idBytes + 1, idBytes + lengthBytes)
  const unknown = (first & mask) === mask && rest.every((byte) => byte === 0xff)
  const length = rest.reduce((value, byte) => value * 256 + byte, first & mask)
  return {
    id: head.readUIntBE(0, idBytes),
    body: at + idBytes + lengthBytes,
    length: unknown ? null : length,
  }
}
