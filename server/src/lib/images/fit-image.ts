import type { Metadata, Sharp } from 'sharp'
import { openImage, readImageHeader } from './open-image.ts'

/** The limits of an image. */
export interface Frame {
  readonly maxBytes: number
  /** Pixels on the longer side. */
  readonly maxSide: number
  /** Media types, such as `image/jpeg`. */
  readonly types: readonly string[]
}

export interface Fitted {
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly width: number
  readonly height: number
}

type OutputType = 'image/jpeg' | 'image/png' | 'image/webp'

const qualities = [90, 82, 74, 66, 58]
const smallestSide = 64

/**
 * Makes an image fit the limits. An upright image that already fits keeps its bytes. Any other becomes upright sRGB without
 * metadata, is compressed, and is then scaled down step by step as far as needed. Equal input gives equal output. An
 * animation that must be changed is reduced to its first picture.
 * @throws RangeError if no allowed size and type can hold it.
 */
export async function fitImage(image: Buffer, mimeType: string, frame: Frame): Promise<Fitted> {
  const header = await readImageHeader(image)
  const { width, height } = header.autoOrient
  const isUpright = (header.orientation ?? 1) === 1
  const pageHeight = header.pageHeight ?? height
  const fits = image.length <= frame.maxBytes && Math.max(width, pageHeight) <= frame.maxSide
  if (fits && isUpright && frame.types.includes(mimeType))
    return { bytes: image, mimeType, width, height: pageHeight }
  const longest = Math.max(width, pageHeight)
  for (
    let side = Math.min(frame.maxSide, longest);
    side >= Math.min(smallestSide, longest);
    side = Math.floor(side * 0.8)
  ) {
    for (const type of outputTypes(mimeType, header, frame)) {
      const fitted = await encode(image, type, side, frame.maxBytes)
      if (fitted) return fitted
    }
  }
  throw new RangeError(`The image does not fit into ${frame.maxBytes} bytes as ${frame.types.join(' or ')}.`)
}

/** The size of an image in pixels as it is seen upright: of an animation, that of one picture. */
export async function measureImage(image: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient, pageHeight } = await readImageHeader(image)
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
}

/** Prefers the image's own type, which keeps properties such as sharp edges, then the smallest type with transparency. */
function outputTypes(mimeType: string, header: Metadata, frame: Frame): OutputType[] {
  const order: OutputType[] = header.hasAlpha
    ? ['image/webp', 'image/png', 'image/jpeg']
    : ['image/jpeg', 'image/webp', 'image/png']
  const same = order.filter((type) => type === mimeType)
  return [...new Set([...same, ...order])].filter((type) => frame.types.includes(type))
}

async function encode(
  image: Buffer,
  type: OutputType,
  side: number,
  maxBytes: number,
): Promise<Fitted | null> {
  // PNG keeps every pixel: its quality cannot be lowered, only its size.
  for (const quality of type === 'image/png' ? [100] : qualities) {
    const { data, info } = await compress(resize(image, side, type), type, quality).toBuffer({
      resolveWithObject: true,
    })
    if (data.length <= maxBytes)
      return { bytes: data, mimeType: type, width: info.width, height: info.height }
  }
  return null
}

function resize(image: Buffer, side: number, type: OutputType): Sharp {
  const upright = openImage(image).autoOrient()
  const sized = upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const colored = sized.toColourspace('srgb')
  return type === 'image/jpeg' ? colored.flatten({ background: '#ffffff' }) : colored
}

function compress(image: Sharp, type: OutputType, quality: number): Sharp {
  if (type === 'image/jpeg') return image.jpeg({ quality, mozjpeg: true })
  if (type === 'image/webp') return image.webp({ quality })
  return image.png({ compressionLevel: 9 })
}
