import type { DraftMedia, MediaLimit } from '../../connector.ts'
import { orList } from '../media/check-file.ts'
import type { Made, Unfit } from './fitting.ts'
import { findFrame, focusWithin } from './frame.ts'

/** The types of picture that Crier makes. */
const madeTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * Plans a picture: cut, scaled down, padded, of a type that the network takes, and compressed to its bytes. Only as much
 * as the limits ask for.
 */
export function planPicture(medium: DraftMedia, limit: MediaLimit): Made | Unfit {
  const { mimeType, bytes } = medium
  const type = chooseType(medium, limit)
  if (type === null) {
    const why = `Crier makes ${orList(madeTypes)}, and the network takes none of them.`
    return { outcome: 'unfit', why }
  }
  const frame = findFrame(medium, { shape: limit.shape, maxShortSide: null, step: 1 })
  const { crop = null, size = null, pad = null, width = medium.width, height = medium.height } = frame ?? {}
  const { maxBytes } = limit
  return {
    outcome: 'made',
    plan: { mimeType: type, crop, size, pad, maxBytes, video: null, remux: false, frameAtMs: null },
    result: {
      ...medium,
      kind: 'image',
      mimeType: type,
      bytes: Math.min(bytes, maxBytes ?? bytes),
      width,
      height,
      // An animation is left with its first picture.
      durationMs: null,
      crop: null,
      focus: focusWithin(medium.focus, crop),
    },
    needs: mimeType === 'image/heic' ? 'heic' : null,
  }
}

/** Its own type where that will do. A picture that has to become smaller gives up details before pixels. */
function chooseType({ mimeType, bytes }: DraftMedia, { types, maxBytes }: MediaLimit): string | null {
  const isLossless = mimeType === 'image/png' || mimeType === 'image/gif'
  const isTooLarge = maxBytes !== null && bytes > maxBytes
  const order = isLossless
    ? isTooLarge
      ? ['image/webp', 'image/jpeg', 'image/png']
      : ['image/png', 'image/webp', 'image/jpeg']
    : ['image/jpeg', 'image/webp', 'image/png']
  const own = isLossless && isTooLarge ? [] : madeTypes.filter((type) => type === mimeType)
  return [...own, ...order].find((type) => types.includes(type)) ?? null
}
