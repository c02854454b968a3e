import sharp, { type Metadata, type Sharp } from 'sharp'

/** Pixels of one picture: a bomb of a few kilobytes may claim thousands of millions. */
export const mostPixels = 100_000_000
/** Pixels of all pictures of an animation together. */
const mostAnimatedPixels = 1_000_000_000
/** Pixels on one side. */
export const longestSide = 16_000
/** Pictures in an animation. */
export const mostFrames = 1_000

// Its cache would keep decoded pictures of strangers in memory, and open files that were deleted.
sharp.cache(false)
// Only the formats that we take: others, such as SVG, would have more in them than pixels.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// Each further thread takes memory of its own for one picture.
sharp.concurrency(1)

/** Opens a decoder that reads no more than the limits and refuses damaged files. */
export function openImage(source: string | Buffer, animated = false): Sharp {
  return sharp(source, {
    failOn: 'error',
    limitInputPixels: animated ? mostAnimatedPixels : mostPixels,
    sequentialRead: true,
    pages: animated ? -1 : 1,
  })
}

/** Opens pixels that `openImage` has decoded. */
export function openPixels(
  bytes: Buffer,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Sharp {
  return sharp(bytes, { raw, limitInputPixels: mostPixels })
}

/** Reads the metadata of an image without decoding a pixel. @throws if it is not an image. */
export function readImageHeader(source: string | Buffer): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata()
}

/** Decodes every pixel and keeps none. @throws if one cannot be decoded. */
export async function decodeWhole(source: string | Buffer, animated: boolean): Promise<void> {
  await openImage(source, animated).resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
}
