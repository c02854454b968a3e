/**
 * The generation of a server's program. `0.19` has the third version of the API. `1.0` has the fourth, and keeps the calls of the
 * third that make, list and change posts.
 */
export type Generation = '0.19' | '1.0'

/** The generation of a version such as `0.19.11` or `1.0.0-beta.2`; null for one that Crier cannot publish to. */
export function generationOf(version: string): Generation | null {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})(?:\D|$)/.exec(version) ?? []
  if (major === '1') return '1.0'
  return major === '0' && Number(minor) >= 19 ? '0.19' : null
}
