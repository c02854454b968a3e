const given = new WeakSet<ArrayBufferLike>()

/**
 * Gives the memory of a chunk to the storage that stores it, which frees it as soon as it is stored: garbage of this size is
 * collected late. The giver and everybody who has seen the chunk must have let go of it. A chunk that shares its memory with
 * others is not given.
 */
export function giveChunkAway(chunk: Uint8Array): void {
  if (chunk.buffer.byteLength === chunk.byteLength) given.add(chunk.buffer)
}

/** Frees the memory of a chunk that was given away whole. Any other chunk stays as it is. */
export function freeGivenChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && given.has(buffer))
    buffer.transfer(0)
}
