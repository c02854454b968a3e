import type { JsonObject } from '../../lib/json/json.ts'
import type { Limits, MediaKind, MediaLimit, MediaLimits, MediaSet } from '../connector.ts'

/** The limits of a file of which a network says nothing but the types it takes. */
export const unlimited = {
  maxBytes: null,
  minDurationMs: null,
  maxDurationMs: null,
  shape: null,
  video: null,
} as const satisfies Omit<MediaLimit, 'kind' | 'types'>

/** A set of one to `max` media of these kinds, in any mix. */
export function upTo(max: number, ...kinds: readonly MediaKind[]): MediaSet {
  return { kinds, min: 1, max, most: {} }
}

/** The limits of the media of a post with these options: those of its placement where an option chooses one. */
export function mediaLimitsFor({ media, placements }: Limits, options: JsonObject): MediaLimits {
  if (!placements) return media
  const chosen = options[placements.option]
  if (typeof chosen !== 'string' || !Object.hasOwn(placements.media, chosen)) return media
  return placements.media[chosen] ?? media
}
