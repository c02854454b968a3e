import { open } from 'node:fs/promises'

/** A file of any size, read at random positions. */
export interface ByteSource {
  readonly size: number
  /** Returns fewer bytes at the end of the file. */
  read(at: number, length: number): Promise<Buffer>
}

/** Opens a file while `work` runs. */
export async function withFile<Result>(
  path: string,
  work: (file: ByteSource) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    return await work({
      size,
      read: async (at, length) => {
        const wanted = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
        const { bytesRead } = await handle.read(wanted, 0, wanted.length, at)
        return wanted.subarray(0, bytesRead)
      },
    })
  } finally {
    await handle.close()
  }
}

const windowBytes = 4_096

/** The file behind a small window, so that many parts of a few bytes each do not take a call of the disk each. */
export function throughWindow(file: ByteSource): ByteSource {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return {
    size: file.size,
    read: async (at, length) => {
      if (length > windowBytes) return file.read(at, length)
      if (at < start || at + length > start + window.length) {
        window = await file.read(at, windowBytes)
        start = at
      }
      return window.subarray(at - start, at - start + length)
    },
  }
}
