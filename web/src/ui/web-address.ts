/**
 * An address that a network gave, where a browser may be sent to it: one of http or https. Anything else, such as an address
 * that is a script, is null.
 */
export function webAddress(given: string | null): string | null {
  return given !== null && /^https?:\/\//i.test(given) && isAddress(given) ? given : null
}

/** Whether a text is an address, by itself or seen from another one. Safari can be asked for that from 17 on. */
export function isAddress(text: string, base?: string): boolean {
  try {
    return new URL(text, base) !== null
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
