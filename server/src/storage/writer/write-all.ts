import { writevSync } from 'node:fs'

/** Writes chunks to an open file, all of them. It keeps its thread waiting. @throws as the file system does */
export function writeAll(file: number, chunks: readonly Uint8Array[], at: number): void {
  let rest = chunks
  for (let position = at; rest.length > 0; ) {
    const written = writevSync(file, rest, position)
    position += written
    rest = withoutFirst(rest, written)
  }
}

/** Leaves out the first so many bytes, because a disk may take only a part of what it is given. */
function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const left: Uint8Array[] = []
  let skipped = 0
  for (const chunk of chunks) {
    const skip = Math.min(chunk.length, bytes - skipped)
    skipped += skip
    if (skip < chunk.length) left.push(chunk.subarray(skip))
  }
  return left
}
