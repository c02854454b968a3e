import type { ReadAuthorizationInput } from '@crier/sdk/app'

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const satisfies readonly (keyof ReadAuthorizationInput)[]

/**
 * Reads what a program asks for from the address of the page, where the server wrote it as one word. Null for a word that cannot
 * be read, and for a request that names something twice, which two readers would understand in two ways.
 */
export function readRequest(word: unknown): ReadAuthorizationInput | null {
  if (typeof word !== 'string') return null
  const asked = new URLSearchParams(decode(word))
  if (names.some((name) => asked.getAll(name).length > 1)) return null
  const given = names.flatMap((name) => {
    const value = asked.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const { client_id, redirect_uri, ...rest } = Object.fromEntries(given) as Partial<ReadAuthorizationInput>
  return client_id === undefined || redirect_uri === undefined ? null : { client_id, redirect_uri, ...rest }
}

/** The text of a word in base64url; empty for what is none. */
function decode(word: string): string {
  try {
    const bytes = atob(word.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)))
  } catch {
    return ''
  }
}
