import { fileTypeFromBuffer } from 'file-type'
import type { ByteSource } from '../lib/containers/byte-source.ts'

/** Every type we take shows itself within the first bytes; more would only give a hostile file more to play with. */
const headBytes = 4_100

/** Names under which the recognizer knows what we call otherwise. */
const sameAs: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
}

/** What a file is by its first bytes, whatever it is called; null when it is nothing known. */
export async function sniff(file: ByteSource): Promise<string | null> {
  const found = await recognize(await file.read(0, headBytes))
  return found === null ? null : (sameAs[found] ?? found)
}

async function recognize(head: Buffer): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null
  } catch {
    // A head made to confuse the recognizer is no head of a file.
    return null
  }
}
