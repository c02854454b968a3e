import type { Me } from '../generated/models.ts'
import { hashText } from './hash-text.ts'

/** Where a plan is imported. */
export interface PlanPlace {
  readonly workspace: Pick<Me['workspace'], 'id'>
  readonly mode: Me['mode']
}

/**
 * The id of the post that a row of a plan becomes: a UUIDv7 that follows from the row alone, so that the same plan makes each of its
 * posts once, however often it is imported. A plan that was tried with a test key is made anew with a live one.
 */
export function planId({ workspace, mode }: PlanPlace, identity: string): string {
  const bytes = hashText(`crier import ${workspace.id} ${mode} ${identity}`).subarray(0, 16)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = hexOf(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * The name under which a medium of a row is brought to the server, so that an import that is begun again brings it once. A file that
 * was changed since is another one: `edition` tells them apart.
 */
export function mediumKey(postId: string, index: number, edition: string | number | null): string {
  return hexOf(hashText(`${postId}\n${index}${edition === null ? '' : `\n${edition}`}`))
}

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
