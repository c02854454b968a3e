import type { MediaKind, MediaLimit, MediaSet, Shape } from '../../connector.ts'

/** The limits of a file of which a network says nothing but the types it takes. */
export const unlimited = {
  maxBytes: null,
  minDurationMs: null,
  maxDurationMs: null,
  shape: null,
  video: null,
} as const satisfies Omit<MediaLimit, 'kind' | 'types'>

/** A shape without a limit, to write down single ones. */
export const anyShape: Shape = {
  minWidth: null,
  minHeight: null,
  maxWidth: null,
  maxHeight: null,
  maxPixels: null,
  minAspect: null,
  maxAspect: null,
}

/** A set of one to `max` media of these kinds, in any mix. */
export function upTo(max: number, ...kinds: readonly MediaKind[]): MediaSet {
  return { kinds, min: 1, max, most: {} }
}
