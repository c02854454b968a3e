import { createHash } from 'node:crypto'

const alphabet = '234567abcdefghijklmnopqrstuvwxyz'
const length = 13

/**
 * A record key in the network's form (TID): 53 bits of microseconds since 1970, then 10 bits that distinguish keys of
 * the same microsecond. Below the millisecond both come from `key`, so the same time and key give the same TID.
 */
export function makeTid(at: Date, key: string): string {
  const hash = createHash('sha256').update(key).digest()
  const microseconds = BigInt(at.getTime()) * 1000n + BigInt(hash.readUInt32BE(0) % 1000)
  let bits = (microseconds << 10n) | BigInt(hash.readUInt16BE(4) & 0x3ff)
  let tid = ''
  for (let place = 0; place < length; place += 1) {
    tid = alphabet.charAt(Number(bits & 31n)) + tid
    bits >>= 5n
  }
  return tid
}

/** When a TID was made, in milliseconds since 1970; null if it is none. */
export function readTidTime(tid: string): number | null {
  if (tid.length !== length) return null
  let bits = 0n
  for (const letter of tid) {
    const value = alphabet.indexOf(letter)
    if (value === -1) return null
    bits = (bits << 5n) | BigInt(value)
  }
  return Number((bits >> 10n) / 1000n)
}
