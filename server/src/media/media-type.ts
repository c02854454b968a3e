import type { MediaKind } from '../connectors/connector.ts'

/** A type of file Crier takes. */
export interface MediaType {
  readonly mimeType: string
  /** Other names for it or for a kind of it. Browsers, phones and programs use them. */
  readonly alsoCalled: readonly string[]
  readonly extension: string
  readonly family: 'image' | 'video' | 'document'
  /** The format of its bytes, which decides the parser and the decoder. */
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'movie' | 'webm' | 'pdf'
}

export const mediaTypes: readonly MediaType[] = [
  {
    mimeType: 'image/jpeg',
    alsoCalled: ['image/jpg', 'image/pjpeg'],
    extension: 'jpg',
    family: 'image',
    format: 'jpeg',
  },
  {
    mimeType: 'image/png',
    alsoCalled: ['image/apng', 'image/x-png'],
    extension: 'png',
    family: 'image',
    format: 'png',
  },
  { mimeType: 'image/webp', alsoCalled: [], extension: 'webp', family: 'image', format: 'webp' },
  { mimeType: 'image/gif', alsoCalled: [], extension: 'gif', family: 'image', format: 'gif' },
  { mimeType: 'image/avif', alsoCalled: [], extension: 'avif', family: 'image', format: 'avif' },
  {
    mimeType: 'image/heic',
    alsoCalled: ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    extension: 'heic',
    family: 'image',
    format: 'heic',
  },
  { mimeType: 'video/mp4', alsoCalled: ['video/x-m4v'], extension: 'mp4', family: 'video', format: 'movie' },
  { mimeType: 'video/quicktime', alsoCalled: [], extension: 'mov', family: 'video', format: 'movie' },
  { mimeType: 'video/webm', alsoCalled: [], extension: 'webm', family: 'video', format: 'webm' },
  {
    mimeType: 'application/pdf',
    alsoCalled: ['application/x-pdf'],
    extension: 'pdf',
    family: 'document',
    format: 'pdf',
  },
]

/** A media type in small letters and without parameters: `IMAGE/JPEG; charset=x` is `image/jpeg`. */
export function bareType(text: string): string {
  return (text.split(';')[0] ?? '').trim().toLowerCase()
}

/** The type that has this name among its names, or null when Crier does not take it. */
export function findMediaType(text: string): MediaType | null {
  const bare = bareType(text)
  return mediaTypes.find(({ mimeType, alsoCalled }) => mimeType === bare || alsoCalled.includes(bare)) ?? null
}

/** The kind of a file of this type until it is probed. */
export function expectedKind({ family, format }: MediaType): MediaKind {
  return format === 'gif' ? 'gif' : family
}
