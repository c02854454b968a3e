import { open } from 'node:fs/promises'

/** A file of any size that is read here and there. */
export interface ByteSource {
  readonly size: number
  /** Fewer bytes than asked for at the end of the file. */
  read(at: number, length: number): Promise<Buffer>
}

/** Opens a file for the time of `work`. */
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
