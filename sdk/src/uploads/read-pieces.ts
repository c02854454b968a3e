import type { UploadFile } from './upload-file.ts'

/** Bytes as the client of tus sends them, with their number under the name that it looks for. */
interface Piece {
  readonly value: (Uint8Array & { size: number }) | null
  readonly done: boolean
}

/** A file of which one piece after the other is read, or the same one again. */
export interface Pieces {
  readonly size: number
  slice(start: number, end: number): Promise<Piece>
  close(): void
}

/** Opens a file so that a piece can be sent twice. The last piece of a stream is kept for that. */
export function openPieces({ content, size }: UploadFile): Pieces {
  const read = content instanceof Blob ? fromBlob(content) : fromStream(content)
  return {
    size,
    slice: async (start, end) => {
      const bytes = await read(start, Math.min(end, size))
      const value = Object.assign(bytes, { size: bytes.length })
      return { value, done: start + bytes.length >= size || bytes.length === 0 }
    },
    close: () => {
      if (!(content instanceof Blob)) void content.cancel().catch(() => undefined)
    },
  }
}

type Read = (start: number, end: number) => Promise<Uint8Array>

function fromBlob(blob: Blob): Read {
  return async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer())
}

function fromStream(stream: ReadableStream<Uint8Array>): Read {
  const reader = stream.getReader()
  let kept = new Uint8Array(0)
  let keptFrom = 0
  return async (start, end) => {
    if (start < keptFrom) throw new Error('These bytes of the stream are gone.')
    kept = kept.slice(start - keptFrom)
    keptFrom = start
    while (kept.length < end - start) {
      const { done, value } = await reader.read()
      if (done) break
      const longer = new Uint8Array(kept.length + value.length)
      longer.set(kept)
      longer.set(value, kept.length)
      kept = longer
    }
    return kept.slice(0, end - start)
  }
}
