import type { Crop } from '../connectors/connector.ts'
import type { FieldProblem } from '../lib/problem.ts'

// Shares of people are rounded: thirds add up to a little more than one.
const slack = 1e-6
/** Less of a side than any picture has pixels. */
const least = 1e-5

/** The faults of a crop whose members are numbers from 0 to 1: it must have a size, and lie within the medium. */
export function checkCrop({ x, y, width, height }: Crop, pointer: string): FieldProblem[] {
  const isEmpty = width < least || height < least
  const isOutside = x + width > 1 + slack || y + height > 1 + slack
  if (!isEmpty && !isOutside) return []
  const detail = isEmpty
    ? 'A crop must have a width and a height.'
    : 'A crop must lie within the medium: x + width and y + height are at most 1.'
  return [{ pointer, code: 'crop_invalid', detail }]
}

/** A crop as it is applied; null for one that keeps everything. */
export function effectiveCrop(crop: Crop | null): Crop | null {
  if (crop === null) return null
  const isWhole = crop.x < slack && crop.y < slack && crop.width > 1 - slack && crop.height > 1 - slack
  return isWhole ? null : crop
}
