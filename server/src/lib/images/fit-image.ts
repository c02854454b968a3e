import type { Metadata, OutputInfo, Sharp } from 'sharp'
import { openImage, openPixels, readImageHeader } from './open-image.ts'

/** The limits of an image. */
export interface Frame {
  readonly maxBytes: number
  /** Pixels on the longer side. */
  readonly maxSide: number
  /** Media types, such as `image/jpeg`. */
  readonly types: readonly string[]
  /** The part to keep, as shares of the upright image from the top left; all of it unless given. */
  readonly crop?: Part | null
  /** Pixels to scale that part to. */
  readonly size?: Size | null
  /** Pixels of a background around it. */
  readonly pad?: Size | null
}

interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export interface Fitted {
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly width: number
  readonly height: number
}

type OutputType = 'image/jpeg' | 'image/png' | 'image/webp'

/** One way to encode an image: each rung of the ladder takes fewer bytes than the one before. */
interface Rung {
  readonly side: number
  readonly quality: number
}

/** The decoded image, upright and as large as the limits allow. */
interface Pixels {
  readonly bytes: Buffer
  readonly info: OutputInfo
}

const qualities = [90, 82, 74, 66, 58]
const smallerQuality = 66
const smallerBy = 0.85
const smallestSide = 64
const mostFinals = 3
/** About what a rung takes of the one before it. */
const shareOfRung = 0.8
/** The side and the quality at which a draft is compared with the image that is made in the end. */
const sample: Rung = { side: 1_024, quality: 74 }

/**
 * Makes an image fit the limits. An upright image that already fits keeps its bytes. Any other becomes upright sRGB without
 * metadata, is compressed, and is scaled down only as far as compressing does not suffice. Equal input gives equal output.
 * An animation that must be changed is reduced to its first picture. An image is encoded at most five times, and eight times
 * as a quick draft, whatever the limits are.
 * @throws RangeError if no allowed size and type can hold it.
 */
export async function fitImage(image: Buffer, mimeType: string, frame: Frame): Promise<Fitted> {
  const header = await readImageHeader(image)
  const { width, height } = header.autoOrient
  const isUpright = (header.orientation ?? 1) === 1
  const pageHeight = header.pageHeight ?? height
  const longest = Math.max(width, pageHeight)
  const isReshaped = Boolean(frame.crop || frame.size || frame.pad)
  const fits = !isReshaped && image.length <= frame.maxBytes && longest <= frame.maxSide
  if (fits && isUpright && frame.types.includes(mimeType))
    return { bytes: image, mimeType, width, height: pageHeight }
  const types = outputTypes(mimeType, header, frame)
  if (types.length === 0) throw unfit(frame)
  const pixels = isReshaped
    ? await reshape(image, { width, height: pageHeight }, frame)
    : await decode(image, Math.min(frame.maxSide, longest))
  const side = Math.max(pixels.info.width, pixels.info.height)
  const fitted = await search(pixels, types, side, frame.maxBytes)
  if (!fitted) throw unfit(frame)
  return fitted
}

function unfit({ maxBytes, types }: Frame): RangeError {
  return new RangeError(`The image does not fit into ${maxBytes} bytes as ${types.join(' or ')}.`)
}

/** Prefers the image's own type, which keeps properties such as sharp edges, then the smallest type with transparency. */
function outputTypes(mimeType: string, header: Metadata, frame: Frame): OutputType[] {
  const order: OutputType[] = header.hasAlpha
    ? ['image/webp', 'image/png', 'image/jpeg']
    : ['image/jpeg', 'image/webp', 'image/png']
  const same = order.filter((type) => type === mimeType)
  return [...new Set([...same, ...order])].filter((type) => frame.types.includes(type))
}

async function decode(image: Buffer, side: number): Promise<Pixels> {
  const upright = openImage(image).autoOrient()
  const sized = upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await sized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, info }
}

const clear = { r: 255, g: 255, b: 255, alpha: 0 }

/** Cuts, scales and pads in this order. The background is white, or clear in an image that may be so. */
async function reshape(image: Buffer, whole: Size, { crop, size, pad, maxSide }: Frame): Promise<Pixels> {
  const part = crop ? areaOf(crop, whole) : { left: 0, top: 0, ...whole }
  const inner = size ?? { width: part.width, height: part.height }
  const sized = openImage(image)
    .autoOrient()
    .extract(part)
    .resize({ ...inner, fit: 'fill' })
  const padded = pad ? sized.extend({ ...bordersOf(inner, pad), background: clear }) : sized
  const { data, info } = await padded.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (Math.max(info.width, info.height) <= maxSide) return { bytes: data, info }
  throw new RangeError(`The image would have more than ${maxSide} pixels on a side.`)
}

function areaOf({ x, y, width, height }: Part, whole: Size) {
  const left = Math.min(whole.width - 1, Math.round(x * whole.width))
  const top = Math.min(whole.height - 1, Math.round(y * whole.height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(whole.width - left, Math.round(width * whole.width))),
    height: Math.max(1, Math.min(whole.height - top, Math.round(height * whole.height))),
  }
}

function bordersOf(inner: Size, outer: Size) {
  const [across, along] = [outer.width - inner.width, outer.height - inner.height]
  const [left, top] = [Math.floor(across / 2), Math.floor(along / 2)]
  return { left, right: across - left, top, bottom: along - top }
}

/**
 * Finds the first rung that holds the image. PNG keeps every pixel, so a PNG beside another type is tried at its whole size
 * only; it is the other type that gives up quality and then size.
 */
async function search(
  pixels: Pixels,
  types: readonly OutputType[],
  side: number,
  maxBytes: number,
): Promise<Fitted | null> {
  const [first] = types
  const lossy = types.find((type) => type !== 'image/png')
  if (first === 'image/png' && lossy) {
    const whole = { side, quality: 100 }
    // A draft of PNG is about a tenth larger.
    if ((await draft(pixels, first, whole)) * 0.85 <= maxBytes) {
      const fitted = await encode(pixels, first, whole)
      if (fitted.bytes.length <= maxBytes) return fitted
    }
  }
  const type = lossy ?? 'image/png'
  const rungs = makeLadder(type, side)
  let at = await findRung(pixels, type, rungs, maxBytes)
  for (let finals = 0; finals < mostFinals; finals += 1) {
    const rung = rungs[Math.min(at, rungs.length - 1)]
    if (!rung) return null
    const fitted = await encode(pixels, type, rung)
    const { length } = fitted.bytes
    if (length <= maxBytes) return fitted
    if (at >= rungs.length - 1) return null
    at += Math.ceil(Math.log(maxBytes / length) / Math.log(shareOfRung))
  }
  return null
}

function makeLadder(type: OutputType, side: number): Rung[] {
  const whole = type === 'image/png' ? [100] : qualities
  const rungs = whole.map((quality) => ({ side, quality }))
  for (let smaller = side * smallerBy; smaller >= smallestSide; smaller *= smallerBy)
    rungs.push({ side: Math.floor(smaller), quality: smallerQuality })
  return rungs
}

/** Halves the ladder with drafts until the first rung is found that promises to fit; the ladder's length when none does. */
async function findRung(
  pixels: Pixels,
  type: OutputType,
  rungs: readonly Rung[],
  maxBytes: number,
): Promise<number> {
  const share = (await encode(pixels, type, sample)).bytes.length / (await draft(pixels, type, sample))
  let [low, high] = [0, rungs.length]
  // Most images need little or nothing, and the first look shows it.
  for (let middle = 0; low < high; middle = (low + high) >> 1) {
    const rung = rungs[middle]
    if (rung && (await draft(pixels, type, rung)) * share <= maxBytes) high = middle
    else low = middle + 1
  }
  return low
}

/** The bytes that a rung takes when it is encoded quickly, up to ten times as quickly as in the end. */
async function draft(pixels: Pixels, type: OutputType, { side, quality }: Rung): Promise<number> {
  const drawn = draw(pixels, type, side)
  if (type === 'image/jpeg') return lengthOf(drawn.jpeg({ quality }))
  if (type === 'image/png') return lengthOf(drawn.png({ compressionLevel: 2 }))
  return lengthOf(drawn.webp({ quality, effort: 2 }))
}

/** WebP cannot hold every large and noisy image, the less so the quicker it is made; a smaller one is tried then. */
async function lengthOf(image: Sharp): Promise<number> {
  return image.toBuffer().then(
    ({ length }) => length,
    () => Number.POSITIVE_INFINITY,
  )
}

async function encode(pixels: Pixels, type: OutputType, { side, quality }: Rung): Promise<Fitted> {
  const drawn = draw(pixels, type, side)
  const encoded =
    type === 'image/jpeg'
      ? drawn.jpeg({ quality, mozjpeg: true })
      : type === 'image/webp'
        ? drawn.webp({ quality })
        : drawn.png({ compressionLevel: 9 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: type, width: info.width, height: info.height }
}

function draw({ bytes, info }: Pixels, type: OutputType, side: number): Sharp {
  const { width, height, channels } = info
  const sized = openPixels(bytes, { width, height, channels }).resize({
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return type === 'image/jpeg' ? sized.flatten({ background: '#ffffff' }) : sized
}
