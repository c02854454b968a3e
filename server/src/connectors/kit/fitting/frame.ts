import type { Crop, DraftMedia, Shape } from '../../connector.ts'

/** The shape of a result, and how it is made of the whole picture: cut, then scaled down, then padded. */
export interface Frame {
  readonly crop: Crop | null
  readonly size: Size | null
  readonly pad: Size | null
  /** Pixels of the result. */
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface FrameNeeds {
  readonly shape: Shape | null
  /** The most pixels on the shorter side; null where any number will do. */
  readonly maxShortSide: number | null
  /** 2 where only even numbers of pixels can be coded, else 1. */
  readonly step: 1 | 2
}

interface Cut {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Finds the largest frame that a shape allows. The person's crop is cut out first. Where the ratio is not allowed then,
 * more is cut off if the person said what to keep in view, and a background is added if not, so that nothing is lost that
 * somebody wanted to show. Nothing is made larger. Null for a medium without pixels.
 */
export function findFrame(medium: DraftMedia, { shape, maxShortSide, step }: FrameNeeds): Frame | null {
  if (medium.width === null || medium.height === null) return null
  const whole = { width: medium.width, height: medium.height }
  const wanted = cutOut(whole, medium.crop)
  const cut = medium.focus ? cutToAspect(wanted, placeOf(medium.focus, whole), shape) : wanted
  const outline = canvasFor(cut, shape)
  const canvas = scaleCanvas(outline, { shape, maxShortSide, step })
  const scale = Math.min(1, canvas.width / cut.width, canvas.height / cut.height)
  // A shape that is allowed gets no border: its sides are only rounded, which shows on the longer one of a narrow picture.
  const isPadded =
    !isSame(outline, cut) &&
    (isFarFrom(canvas.width, cut.width * scale, step) || isFarFrom(canvas.height, cut.height * scale, step))
  const size = isPadded ? scaled(cut, scale, step) : canvas
  return {
    crop: sharesOf(cut, whole),
    size: isSame(size, cut) ? null : size,
    pad: isSame(size, canvas) ? null : canvas,
    ...canvas,
  }
}

/** The point to keep in view, as it lies within a crop. */
export function focusWithin(focus: DraftMedia['focus'], crop: Crop | null): DraftMedia['focus'] {
  if (focus === null || crop === null) return focus
  const within = (share: number, start: number, length: number) =>
    Math.min(1, Math.max(0, (share - start) / length))
  const x = within((focus.x + 1) / 2, crop.x, crop.width)
  const y = within((1 - focus.y) / 2, crop.y, crop.height)
  return { x: x * 2 - 1, y: 1 - y * 2 }
}

function cutOut({ width, height }: Size, crop: Crop | null): Cut {
  if (crop === null) return { left: 0, top: 0, width, height }
  const left = Math.min(width - 1, Math.round(crop.x * width))
  const top = Math.min(height - 1, Math.round(crop.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  }
}

/** In pixels from the top left. */
function placeOf(focus: { readonly x: number; readonly y: number }, { width, height }: Size) {
  return { x: ((focus.x + 1) / 2) * width, y: ((1 - focus.y) / 2) * height }
}

function cutToAspect(cut: Cut, keep: { readonly x: number; readonly y: number }, shape: Shape | null): Cut {
  const { minAspect = null, maxAspect = null } = shape ?? {}
  const aspect = cut.width / cut.height
  if (maxAspect !== null && aspect > maxAspect) {
    const width = Math.max(1, Math.floor(cut.height * maxAspect))
    return { ...cut, width, left: around(keep.x, width, cut.left, cut.width) }
  }
  if (minAspect !== null && aspect < minAspect) {
    const height = Math.max(1, Math.floor(cut.width / minAspect))
    return { ...cut, height, top: around(keep.y, height, cut.top, cut.height) }
  }
  return cut
}

/** The start of a length with a point in its middle, within a longer one. */
function around(point: number, length: number, start: number, whole: number): number {
  return Math.max(start, Math.min(start + whole - length, Math.round(point - length / 2)))
}

/** The smallest canvas of an allowed ratio that holds it; its sides may be no whole numbers. */
function canvasFor({ width, height }: Cut, shape: Shape | null): Size {
  const { minAspect = null, maxAspect = null } = shape ?? {}
  const aspect = width / height
  if (minAspect !== null && aspect < minAspect) return { width: height * minAspect, height }
  if (maxAspect !== null && aspect > maxAspect) return { width, height: width / maxAspect }
  return { width, height }
}

/** Rounds down at every turn, so that no limit above is broken by a pixel. */
function scaleCanvas({ width, height }: Size, { shape, maxShortSide, step }: FrameNeeds): Size {
  const {
    maxWidth = null,
    maxHeight = null,
    maxPixels = null,
    minAspect = null,
    maxAspect = null,
  } = shape ?? {}
  const scale = Math.min(
    1,
    (maxWidth ?? width) / width,
    (maxHeight ?? height) / height,
    Math.sqrt((maxPixels ?? width * height) / (width * height)),
    (maxShortSide ?? Math.min(width, height)) / Math.min(width, height),
  )
  const size = { width: floorTo(width * scale, step), height: floorTo(height * scale, step) }
  const aspect = size.width / size.height
  if (maxAspect !== null && aspect > maxAspect)
    return { ...size, width: floorTo(size.height * maxAspect, step) }
  if (minAspect !== null && aspect < minAspect)
    return { ...size, height: floorTo(size.width / minAspect, step) }
  return size
}

function scaled({ width, height }: Size, scale: number, step: 1 | 2): Size {
  return { width: floorTo(width * scale, step), height: floorTo(height * scale, step) }
}

// Sums of shares end a hair below whole numbers.
function floorTo(length: number, step: 1 | 2): number {
  return Math.max(step, Math.floor((length + 1e-6) / step) * step)
}

// A picture is rather stretched by a pixel than given a border of one.
function isFarFrom(one: number, other: number, step: 1 | 2): boolean {
  return Math.abs(one - other) > step
}

function sharesOf({ left, top, width, height }: Cut, whole: Size): Crop | null {
  if (width === whole.width && height === whole.height) return null
  return {
    x: left / whole.width,
    y: top / whole.height,
    width: width / whole.width,
    height: height / whole.height,
  }
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}
