import type { Media } from '@crier/sdk'

/** The part to show, as shares from the top left. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The point to keep in view: 0, 0 is the middle, 1 right or top. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A medium of a post, as the API takes it in `media`. Members that are left out are as the library says. */
export interface ChosenMedium {
  readonly media_id: string
  readonly alt_text?: string | undefined
  readonly focus?: Point | undefined
  readonly crop?: Crop | undefined
}

/** A medium with the wishes of a post laid over its own. */
export interface MediumInPost {
  readonly alt: string
  readonly crop: Crop | null
  readonly focus: Point | null
}

/** The words of a post about a medium go before those of the library. */
export function mediumInPost(
  chosen: ChosenMedium,
  medium: Pick<Media, 'alt_text' | 'crop' | 'focus'> | null,
): MediumInPost {
  const crop = chosen.crop ?? medium?.crop ?? null
  return {
    alt: chosen.alt_text ?? medium?.alt_text ?? '',
    crop: crop === null || isWhole(crop) ? null : crop,
    focus: chosen.focus ?? medium?.focus ?? null,
  }
}

/** A crop of everything undoes that of the medium. */
export const wholeCrop: Crop = { x: 0, y: 0, width: 1, height: 1 }

export function isWhole({ x, y, width, height }: Crop): boolean {
  return x < 1e-6 && y < 1e-6 && width > 1 - 1e-6 && height > 1 - 1e-6
}

/** The entry of a post for these wishes: it says only what differs from the library. */
export function chosenAs(medium: Media, { alt, crop, focus }: MediumInPost): ChosenMedium {
  const own = mediumInPost({ media_id: medium.media_id }, medium)
  const isSameCrop = JSON.stringify(crop) === JSON.stringify(own.crop)
  const isSameFocus = focus?.x === own.focus?.x && focus?.y === own.focus?.y
  return {
    media_id: medium.media_id,
    ...(alt === own.alt ? {} : { alt_text: alt }),
    // A post without a focus would take that of the library; the middle is the same as none.
    ...(isSameFocus ? {} : { focus: focus ?? { x: 0, y: 0 } }),
    ...(isSameCrop ? {} : { crop: crop ?? wholeCrop }),
  }
}
