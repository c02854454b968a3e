// The longest address that browsers and databases handle without trouble.
const longest = 2_000

/** Reads an address that a person may follow, in its normal form: http or https, of limited length. Null for anything else. */
export function readWebAddress(text: string | null): string | null {
  const url = text === null || text.length > longest ? null : URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null
  return url.href.length > longest ? null : url.href
}
