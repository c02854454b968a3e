import { createHash } from 'node:crypto'
import type { Me } from '@crier/sdk'

/**
 * The id of the post that a row of a plan becomes: a UUIDv7 that follows from the row alone, so that the same plan makes each of its
 * posts once, however often it is imported. A plan that was tried with a test key is made anew with a live one.
 */
export function planId({ workspace, mode }: Pick<Me, 'workspace' | 'mode'>, identity: string): string {
  const name = `crier import ${workspace.id} ${mode} ${identity}`
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
