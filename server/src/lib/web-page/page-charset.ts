/** Where a page may say how it is written, by the HTML standard. */
const declaredWithin = 1_024

/**
 * Decodes the text of a page: by its byte order mark, by the charset of the response, by its own declaration, else as
 * UTF-8.
 */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const label = readMark(bytes) ?? readParameter(contentType) ?? readDeclaration(bytes) ?? 'utf-8'
  return decode(bytes, label)
}

function readMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return null
}

function readParameter(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType ?? '')?.[1] ?? null
}

/** A page in which this can be read as ASCII is not in UTF-16, whatever it declares. */
function readDeclaration(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, declaredWithin)).toString('latin1')
  const tags = head.match(/<meta[^<>]*/gi) ?? []
  const labels = tags.map((tag) => /charset\s{0,9}=\s{0,9}["']?\s{0,9}([^\s"'/;]{1,40})/i.exec(tag)?.[1])
  const label = labels.find((each) => each !== undefined) ?? null
  return label !== null && /^utf-16/i.test(label) ? 'utf-8' : label
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // A charset nobody knows: its plain letters are still the same.
    return new TextDecoder().decode(bytes)
  }
}
