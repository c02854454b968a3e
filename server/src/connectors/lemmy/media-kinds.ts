import type { MediaLimits } from '../connector.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'

/** The nginx of Lemmy's own installation takes 20 MiB; the form has a little more than the file. */
export const mostImageBytes = 20_000_000

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** Pictures are kept by pict-rs. These are the limits that it has where its operator sets no others; README.md has the source. */
export const mediaLimits: MediaLimits = {
  required: false,
  kinds: [
    {
      ...unlimited,
      kind: 'image',
      types: pictureTypes,
      maxBytes: mostImageBytes,
      shape: { ...anyShape, maxWidth: 10_000, maxHeight: 10_000, maxPixels: 40_000_000 },
    },
    {
      ...unlimited,
      kind: 'gif',
      types: ['image/gif'],
      maxBytes: mostImageBytes,
      shape: { ...anyShape, maxWidth: 1_920, maxHeight: 1_920, maxPixels: 2_073_600 },
    },
  ],
  // A limit of ours.
  sets: [upTo(10, 'image', 'gif')],
  altTextMax: 1_500,
}
