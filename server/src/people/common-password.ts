import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a password is one of the most common ones, or the product's name with digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  return isOfProduct(text) || new Set(text).size <= 2 || isListed(text)
}

function isOfProduct(text: string): boolean {
  return /^[^a-z]*(?:crier){1,3}[^a-z]*$/.test(text)
}

const bytesEach = 5

/** The list holds the beginning of each password's SHA-256, in order. `scripts/generate-common-passwords.ts` makes it. */
function isListed(text: string): boolean {
  const list = readList()
  const wanted = createHash('sha256').update(text).digest().subarray(0, bytesEach)
  let [from, to] = [0, list.length / bytesEach]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const order = Buffer.compare(list.subarray(middle * bytesEach, (middle + 1) * bytesEach), wanted)
    if (order === 0) return true
    if (order < 0) from = middle + 1
    else to = middle
  }
  return false
}

// Read with the first password that is set, which most processes never see.
let list: Buffer | null = null

function readList(): Buffer {
  list ??= readFileSync(join(import.meta.dirname, 'common-passwords.sha256-40'))
  return list
}
