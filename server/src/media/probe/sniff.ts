import { fileTypeFromBuffer } from 'file-type'
import type { ByteSource } from '../../lib/containers/byte-source.ts'

/** Every type we take is recognized by its first bytes; reading more would only help a hostile file. */
const headBytes = 4_100

/** The library’s names for types that we name otherwise. */
const sameAs: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
}

/** The type of a file by its first bytes; null when they are of none we know. */
export async function sniff(file: ByteSource): Promise<string | null> {
  const found = await recognize(await file.read(0, headBytes))
  return found === null ? null : (sameAs[found] ?? found)
}

async function recognize(head: Buffer): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null
  } catch {
    // Bytes that break the library are of no type.
    return null
  }
}
