import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

// The format of `tar`: a header of 512 bytes before each part, and each part padded to a multiple of 512.
const block = 512
/** The largest size in eleven octal digits. Larger sizes are written in base 256. */
const mostOctalBytes = 8 ** 11

export interface WrittenPart {
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

/** Writes a new tar file, part after part. A part's length need not be known before it is written. */
export interface TarWriter {
  add(name: string, content: AsyncIterable<Buffer>): Promise<WrittenPart>
  /** Ends the file and flushes it to the disk. */
  finish(): Promise<void>
  /** Closes the file, finished or not. */
  close(): Promise<void>
}

/** Creates the file, readable only by its owner. It must not exist yet. */
export async function createTar(path: string): Promise<TarWriter> {
  const file = await open(path, 'wx', 0o600)
  let end = 0
  return {
    add: async (name, content) => {
      const start = end
      const sum = createHash('sha256')
      let at = start + block
      for await (const chunk of content) {
        sum.update(chunk)
        await writeAll(file, chunk, at)
        at += chunk.length
      }
      const bytes = at - start - block
      await writeAll(file, header(name, bytes), start)
      end = start + block + padded(bytes)
      if (end > at) await writeAll(file, Buffer.alloc(end - at), at)
      return { bytes, sha256: sum.digest('hex') }
    },
    finish: async () => {
      await writeAll(file, Buffer.alloc(2 * block), end)
      await file.sync()
    },
    close: () => file.close(),
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

function padded(bytes: number): number {
  return Math.ceil(bytes / block) * block
}

function header(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar file.`)
  const head = Buffer.alloc(block)
  head.write(name, 0)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  writeSize(head, bytes)
  head.write(`${octal(Math.floor(Date.now() / 1_000), 11)}\0`, 136)
  head.write('0ustar\x0000', 156)
  head.write(`${octal(checksum(head), 6)}\0 `, 148)
  return head
}

function writeSize(head: Buffer, bytes: number): void {
  if (bytes < mostOctalBytes) head.write(`${octal(bytes, 11)}\0`, 124)
  else {
    head.writeUInt8(0x80, 124)
    head.writeBigUInt64BE(BigInt(bytes), 128)
  }
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

/** Sums the bytes of the header, with the checksum's own bytes counted as spaces. */
function checksum(head: Buffer): number {
  return head.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)
}

/** An existing tar file: its parts by name. */
export interface TarReader {
  /** In the order of the file. */
  readonly parts: ReadonlyMap<string, { readonly at: number; readonly bytes: number }>
  /** @throws Error when there is no such part. */
  read(name: string): Readable
}

/** Reads only the headers. Null if the file is not a complete tar file. */
export async function openTar(path: string): Promise<TarReader | null> {
  const parts = await listParts(path)
  if (parts === null) return null
  return {
    parts,
    read: (name) => {
      const part = parts.get(name)
      if (!part) throw new Error(`There is no part ${name} in ${path}.`)
      return createReadStream(path, { start: part.at, end: part.at + part.bytes - 1 })
    },
  }
}

async function listParts(path: string): Promise<Map<string, { at: number; bytes: number }> | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const parts = new Map<string, { at: number; bytes: number }>()
    for (let at = 0; at + block <= size; ) {
      const head = Buffer.alloc(block)
      await file.read(head, 0, block, at)
      if (head.every((byte) => byte === 0)) return parts
      const part = readHeader(head)
      if (part === null || part.bytes === 0) return null
      parts.set(part.name, { at: at + block, bytes: part.bytes })
      at += block + padded(part.bytes)
    }
    return null
  } finally {
    await file.close()
  }
}

function readHeader(head: Buffer): { name: string; bytes: number } | null {
  const sum = Number.parseInt(head.toString('latin1', 148, 154), 8)
  if (sum !== checksum(head)) return null
  const name = head.toString('utf8', 0, head.indexOf(0))
  const isLarge = (head[124] ?? 0) >= 0x80
  const bytes = isLarge
    ? Number(head.readBigUInt64BE(128))
    : Number.parseInt(head.toString('latin1', 124, 135), 8)
  return Number.isSafeInteger(bytes) ? { name, bytes } : null
}
