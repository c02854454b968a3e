/** Where an XML document says how it is written. */
const declaredWithin = 400

/**
 * Decodes a feed: by its byte order mark, by the charset of the answer, by its XML declaration, else as UTF-8 (RFC 7303, 3).
 * Bytes that are no UTF-8 although they are said to be are read as windows-1252, as browsers read what is not declared.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | undefined): string {
  const label = markOf(bytes) ?? parameterOf(contentType) ?? declarationOf(bytes) ?? 'utf-8'
  const isUtf8 = /^utf-?8$/i.test(label)
  try {
    return new TextDecoder(label, { fatal: isUtf8 }).decode(bytes)
  } catch {
    // An unknown charset, or bytes that are not UTF-8.
    return new TextDecoder(isUtf8 && !isNearlyUtf8(bytes) ? 'windows-1252' : 'utf-8').decode(bytes)
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return null
}

function parameterOf(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType ?? '')?.[1] ?? null
}

function declarationOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, declaredWithin)).toString('latin1')
  const declaration = /<\?xml[^<>?]{0,300}/i.exec(head)?.[0] ?? ''
  const label = /encoding\s{0,9}=\s{0,9}["']([^\s"']{1,40})/i.exec(declaration)?.[1] ?? null
  // A declaration that can be read as ASCII is not in UTF-16, whatever it says.
  return label !== null && /^utf-16/i.test(label) ? 'utf-8' : label
}

/** Whether a text is UTF-8 but for a few bytes, such as one that was cut within a letter. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  let [broken, foreign] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken += 1
    else if (code > 0x7f) foreign += 1
  }
  return broken < 10 && broken < foreign
}
