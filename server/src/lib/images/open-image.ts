import { createRequire } from 'node:module'
import type sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'

/** Pixels of one picture: a bomb of a few kilobytes may claim thousands of millions. */
export const mostPixels = 100_000_000
/** Pixels of all pictures of an animation together. */
const mostAnimatedPixels = 1_000_000_000
/** Pixels on one side. */
export const longestSide = 16_000
/** Pictures in an animation. */
export const mostFrames = 1_000
/** The processor time for one picture. */
const decodeSeconds = 30

const require = createRequire(import.meta.url)
let loaded: typeof sharp | null = null

/** Loads the decoder with the first picture, because it takes 8 MB of memory. */
function decoder(): typeof sharp {
  if (loaded === null) {
    loaded = require('sharp') as typeof sharp
    // Its cache would keep decoded pictures of strangers in memory, and open files that were deleted.
    loaded.cache(false)
  }
  return loaded
}

/** Opens a decoder that reads no more than the limits and refuses damaged files. */
export function openImage(source: string | Buffer, animated = false): Sharp {
  return decoder()(source, {
    failOn: 'error',
    limitInputPixels: animated ? mostAnimatedPixels : mostPixels,
    sequentialRead: true,
    pages: animated ? -1 : 1,
  }).timeout({ seconds: decodeSeconds })
}

/** Reads the metadata of an image without decoding a pixel. @throws if it is not an image. */
export function readImageHeader(source: string | Buffer): Promise<Metadata> {
  return decoder()(source, { limitInputPixels: false }).metadata()
}

/** Decodes every pixel and keeps none. @throws if one cannot be decoded. */
export async function decodeWhole(source: string | Buffer, animated: boolean): Promise<void> {
  await openImage(source, animated).resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
}
