import { type FileHandle, open } from 'node:fs/promises'

/** A part of a cleaned file: bytes `from` to `to` (exclusive) of the original, or others in their place. */
export type Piece = { readonly from: number; readonly to: number } | Buffer

const chunkBytes = 1024 * 1024

/** The total length of the pieces in bytes. */
export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from),
    0,
  )
}

/** Streams the bytes of the pieces, in order, from the original file. */
export async function* readPieces(path: string, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r')
  try {
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) yield piece
      else yield* readRange(handle, piece.from, piece.to)
    }
  } finally {
    await handle.close()
  }
}

async function* readRange(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const length = Math.min(chunkBytes, to - at)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, at)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
