import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { DraftMedia, Limits, MediaKind } from '../connector.ts'

export interface Picture {
  draft: DraftMedia
  bytes: Uint8Array
}

/**
 * Pictures no two of which have the same proportions, so that a network that shows one in place of another is found
 * out whatever it does to their size.
 */
export function makePictures(count: number, limits: Limits): Promise<Picture[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => makePicture(index, limits)))
}

async function makePicture(index: number, limits: Limits): Promise<Picture> {
  const types = limits.media.kinds.find((kind) => kind.kind === 'image')?.types ?? []
  const format = types.includes('image/jpeg') ? 'jpeg' : 'png'
  const size = { width: 320 + 40 * index, height: 320 }
  const background = { r: (index * 53) % 256, g: (index * 101) % 256, b: 128 }
  const bytes = await sharp({ create: { ...size, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
  const draft = {
    ...describeMedia('image', `image/${format}`),
    ...size,
    bytes: bytes.length,
    altText: `Picture ${index + 1}: a plain colour, ${size.width} by ${size.height}`,
  }
  return { draft, bytes }
}

/** A medium of which only the description exists, for checks. */
export function describeMedia(kind: MediaKind, mimeType: string): DraftMedia {
  const durationMs = kind === 'video' ? 2_000 : null
  return {
    id: randomUUID(),
    kind,
    mimeType,
    bytes: 1_000,
    width: 320,
    height: 320,
    durationMs,
    altText: '',
    focus: null,
  }
}
