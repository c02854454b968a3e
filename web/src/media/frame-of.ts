import type { Crop, Point } from './chosen-medium.ts'
import { wholeCrop } from './chosen-medium.ts'

/** A place within a box, in percent of its width and height. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Framed {
  /** The width of the picture, divided by its height. */
  readonly ratio: number
  readonly crop: Crop | null
  readonly focus: Point | null
  /** The width of the box, divided by its height. */
  readonly box: number
}

/** Where a picture lies behind a box that shows as much of its crop as it can, and its focus for sure. */
export function frameOf({ ratio, crop, focus, box }: Framed): Frame {
  const part = crop ?? wholeCrop
  const partRatio = (ratio * part.width) / part.height
  const partWidth = Math.max(1, partRatio / box)
  const partHeight = Math.max(1, box / partRatio)
  const [u, v] = focus === null ? [0.5, 0.5] : [(focus.x + 1) / 2, (1 - focus.y) / 2]
  const left = alongOf(partWidth, focus === null ? 0.5 : (u - part.x) / part.width)
  const top = alongOf(partHeight, focus === null ? 0.5 : (v - part.y) / part.height)
  const width = partWidth / part.width
  const height = partHeight / part.height
  return {
    left: 100 * (left - part.x * width),
    top: 100 * (top - part.y * height),
    width: 100 * width,
    height: 100 * height,
  }
}

/** Where a part of this length begins so that the point in it stands in the middle, or as near to it as the ends allow. */
function alongOf(length: number, point: number): number {
  const within = Math.min(1, Math.max(0, point))
  return Math.min(0, Math.max(1 - length, 0.5 - within * length))
}
