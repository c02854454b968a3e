import { fileTypeFromBuffer } from 'file-type'
import type { ByteSource } from '../../lib/containers/byte-source.ts'
import { findMediaType } from '../media-type.ts'

/** Every type we take is recognized by its first bytes; reading more would only help a hostile file. */
const headBytes = 4_100

/** The type of a file by its first bytes; null when they are of none we know. */
export async function sniff(file: ByteSource): Promise<string | null> {
  const found = await recognize(await file.read(0, headBytes))
  return found === null ? null : (findMediaType(found)?.mimeType ?? found)
}

async function recognize(head: Buffer): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null
  } catch {
    // Bytes that break the library are of no type.
    return null
  }
}
