/**
 * An address that a network gave, where a browser may be sent to it: one of http or https. Anything else, such as an address
 * that is a script, is null.
 */
export function webAddress(given: string | null): string | null {
  return given !== null && /^https?:\/\//i.test(given) && URL.canParse(given) ? given : null
}
