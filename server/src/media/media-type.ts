import type { MediaKind } from '../connectors/connector.ts'

/** A type of file Crier takes. */
export interface MediaType {
  readonly mimeType: string
  readonly extension: string
  readonly family: 'image' | 'video' | 'document'
  /** The format of its bytes, which decides the parser and the decoder. */
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'movie' | 'webm' | 'pdf'
}

export const mediaTypes: readonly MediaType[] = [
  { mimeType: 'image/jpeg', extension: 'jpg', family: 'image', format: 'jpeg' },
  { mimeType: 'image/png', extension: 'png', family: 'image', format: 'png' },
  { mimeType: 'image/webp', extension: 'webp', family: 'image', format: 'webp' },
  { mimeType: 'image/gif', extension: 'gif', family: 'image', format: 'gif' },
  { mimeType: 'image/avif', extension: 'avif', family: 'image', format: 'avif' },
  { mimeType: 'image/heic', extension: 'heic', family: 'image', format: 'heic' },
  { mimeType: 'video/mp4', extension: 'mp4', family: 'video', format: 'movie' },
  { mimeType: 'video/quicktime', extension: 'mov', family: 'video', format: 'movie' },
  { mimeType: 'video/webm', extension: 'webm', family: 'video', format: 'webm' },
  { mimeType: 'application/pdf', extension: 'pdf', family: 'document', format: 'pdf' },
]

/** A media type in small letters and without parameters: `IMAGE/JPEG; charset=x` is `image/jpeg`. */
export function bareType(text: string): string {
  return (text.split(';')[0] ?? '').trim().toLowerCase()
}

/** The type with this name, or null when Crier does not take it. */
export function findMediaType(text: string): MediaType | null {
  const bare = bareType(text)
  return mediaTypes.find(({ mimeType }) => mimeType === bare) ?? null
}

/** The kind of a file of this type until it is probed. */
export function expectedKind({ family, format }: MediaType): MediaKind {
  return format === 'gif' ? 'gif' : family
}
