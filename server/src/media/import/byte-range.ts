/** A fetch that goes on in the middle of a file. */
export interface Continuation {
  /** The bytes that are here already; at least one. */
  readonly at: number
  /** The word of the server by which it knows that the file is still the same. */
  readonly validator: string
  /** The size of the whole file. */
  readonly totalBytes: number
}

type Headers = Readonly<Record<string, string>>

/** HTTP dates count seconds: a file that changed within the last ones may change again without another date. */
const settledMs = 60_000

/** The headers of a request for the rest of a file. A server whose file is another by now sends all of it (RFC 9110, 13.1.5). */
export function rangeHeaders({ at, validator }: Continuation): Headers {
  return { range: `bytes=${at}-`, 'if-range': validator }
}

/** Whether an answer with the status 206 is the rest that was asked for, of the same file. */
export function isRest(headers: Headers, { at, validator, totalBytes }: Continuation): boolean {
  const [, first, last, total] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  if (Number(first) !== at || Number(last) !== totalBytes - 1 || Number(total) !== totalBytes) return false
  // A server need not say again what its client knows (RFC 9110, 15.3.7); what it says must be the same.
  const isTagged = validator.startsWith('"')
  const now = isTagged ? headers.etag : headers['last-modified']
  return now === undefined ? !isTagged : now === validator
}

/**
 * The word by which a later request can ask whether the file is still the same, byte for byte: its ETag, or the time of its
 * last change, where that is long enough ago. Null where the server gives none, or does not send parts of files.
 */
export function validatorOf(headers: Headers): string | null {
  if (headers['accept-ranges']?.trim().toLowerCase() === 'none') return null
  const etag = headers.etag?.trim() ?? ''
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(etag)) return etag
  const changed = headers['last-modified']?.trim() ?? ''
  const age = Date.parse(headers.date ?? '') - Date.parse(changed)
  return age >= settledMs && changed.length <= 40 ? changed : null
}
