// What browsers and databases take without a second thought.
const longest = 2_000

/** An address that a person may follow, in its normal form: http or https, and of bounded length. Null for all else. */
export function readWebAddress(text: string | null): string | null {
  const url = text === null || text.length > longest ? null : URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null
  return url.href.length > longest ? null : url.href
}
