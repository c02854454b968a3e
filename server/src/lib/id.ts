import { randomFillSync } from 'node:crypto'

/** Makes a UUIDv7. Later ids sort later, strictly so within one process. */
export function newId(): string {
  const now = Date.now()
  if (now > last.ms) {
    last.ms = now
    // The highest bit stays clear, to leave room for counting up.
    last.count = pool.readUInt32BE(takeRandom(4)) >>> 7
  } else if (last.count === greatestCount) {
    last.ms += 1
    last.count = 0
  } else last.count += 1
  const time = last.ms.toString(16).padStart(12, '0')
  const [high, low] = [0x7000 | (last.count >>> 14), 0x8000 | (last.count & 0x3fff)]
  const at = takeRandom(6)
  const chance = pool.toString('hex', at, at + 6)
  return `${time.slice(0, 8)}-${time.slice(8)}-${high.toString(16)}-${low.toString(16)}-${chance}`
}

/** The millisecond and the following 26 bits of the last id. */
const last = { ms: 0, count: 0 }
const greatestCount = 0x3ffffff

const pool = Buffer.alloc(4_096)
let used = pool.length

/** Answers where in the pool so many random bytes begin. A few cost as much as thousands, so they are fetched in bulk. */
function takeRandom(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return used - bytes
}

const anyUuid =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i

/** Any UUID in its usual form of 36 characters (RFC 9562). */
export function isId(text: string): boolean {
  return anyUuid.test(text)
}

export function isIdVersion7(text: string): boolean {
  return isId(text) && text[14] === '7'
}
