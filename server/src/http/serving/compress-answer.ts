import { gzipSync } from 'node:zlib'

// A list is the same for everyone who asks until the server starts again, but for its few pages and addresses.
const most = 16

const kept = new Map<string, Buffer>()

/** The bytes of an answer, compressed once for all who ask for it under the same ETag; null where the asker takes none. */
export function compressAnswer(
  body: string,
  etag: string,
  acceptEncoding: string | undefined,
): Buffer | null {
  if (!acceptsGzip(acceptEncoding ?? '')) return null
  const known = kept.get(etag)
  if (known !== undefined) return known
  const made = gzipSync(body, { level: 9 })
  if (kept.size >= most) kept.clear()
  kept.set(etag, made)
  return made
}

function acceptsGzip(header: string): boolean {
  return header
    .split(',')
    .map((part) => part.trim().split(';'))
    .some(([name, weight = '']) => name === 'gzip' && !/^\s*q=0(?:\.0*)?$/.test(weight))
}
