import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../context.ts'
import { deriveKey } from '../lib/secrecy/secret-keys.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^(crier_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** A new key: `crier_live_` or `crier_test_`, 32 random base62 characters (190 bits), and their CRC32 in 6. */
export function makeKey(mode: Mode): string {
  const random = Array.from({ length: 32 }, () => digits[randomInt(62)]).join('')
  const start = `crier_${mode}_${random}`
  return start + checksum(start)
}

/** Whether a text has the form and the checksum of a key. This costs no query. */
export function isWellFormedKey(text: string): boolean {
  const [, start, end] = form.exec(text) ?? []
  return start !== undefined && checksum(start) === end
}

/** The HMAC-SHA-256 that is stored in place of a key; its secret is not in the database. */
export function hashKey(secretKey: Buffer, key: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'api-keys')).update(key).digest()
}

function checksum(start: string): string {
  let rest = crc32(start)
  let text = ''
  for (let place = 0; place < 6; place += 1) {
    text = digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
