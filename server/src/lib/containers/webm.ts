import type { ByteSource } from './byte-source.ts'
import { Damaged, type Scan, startCutting } from './scan.ts'

const ebmlId = 0x1a45dfa3
const segmentId = 0x18538067
const voidId = 0xec

/**
 * Walks the top of a WebM (RFC 8794 §11, RFC 9559): a header, a segment, nothing else. Its tags have no field for a place
 * that cameras write.
 * @throws Damaged
 */
export async function scanWebm(file: ByteSource): Promise<Scan> {
  let at = 0
  let seen = false
  while (at < file.size) {
    const element = await readElement(file, at)
    if (!element || ![ebmlId, segmentId, voidId].includes(element.id) || (seen && element.id !== voidId))
      break
    // A live recording does not know its length: it goes on to the end of the file.
    at = element.length === null ? file.size : element.body + element.length
    seen ||= element.id === segmentId
  }
  if (!seen || at > file.size) throw new Damaged('It ends before it is complete.')
  return startCutting().finish(at, file.size)
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
