/** How a file is cut. All chunks have the same size but the last, which takes the rest too. */
export interface ChunkPlan {
  readonly chunkBytes: number
  readonly count: number
}

const usualBytes = 10_000_000

/**
 * Cuts a file: chunks have 5 to 64 MB and the last up to 128, at most 1,000 of them, and only files of up to 64 MB may go whole.
 * With chunks of 10,000,000 bytes that holds whether a MB is 10⁶ or 2²⁰ bytes, up to 4 GB, and the last one, which is the commit,
 * stays under 20 MB. Source: developers.tiktok.com/doc/content-posting-api-media-transfer-guide.
 */
export function planChunks(bytes: number): ChunkPlan {
  if (bytes < 2 * usualBytes) return { chunkBytes: bytes, count: 1 }
  return { chunkBytes: usualBytes, count: Math.floor(bytes / usualBytes) }
}

/** The first byte of the last chunk. */
export function startOfLast(bytes: number): number {
  const { chunkBytes, count } = planChunks(bytes)
  return chunkBytes * (count - 1)
}

/**
 * The bytes that have arrived, of an answer such as `bytes 0-9999999/50000123`; null where it says none that a chunk ends at. The
 * documentation leaves open whether the second number is that of the last byte or the one after it; chunks end at multiples of their size.
 */
export function readReceived(range: string | undefined, bytes: number): number | null {
  const [, told, total] = /^bytes 0-(\d{1,15})\/(\d{1,15})$/.exec(range ?? '') ?? []
  if (told === undefined || Number(total) !== bytes) return null
  const { chunkBytes } = planChunks(bytes)
  const found = [Number(told) + 1, Number(told)].find((count) => count % chunkBytes === 0)
  return found !== undefined && found <= startOfLast(bytes) ? found : null
}
