const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pauses before each attempt of a delivery, about three days in all. */
const pausesMs = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

export const mostAttempts = pausesMs.length

/** Every pause is longer or shorter by up to this share, so that the deliveries of an outage do not all come back at once. */
const jitter = 0.1

/**
 * Milliseconds from a failed attempt until the next one; null after the last. `failed` counts the failed attempts, `chance` is
 * from 0 to 1, and `askedMs` is how long the receiver asks to be left alone, which counts if it is longer.
 */
export function pauseAfter(failed: number, chance: number, askedMs: number | null): number | null {
  const pauseMs = pausesMs[failed]
  if (pauseMs === undefined) return null
  return Math.round(Math.max(pauseMs * (1 - jitter + 2 * jitter * chance), askedMs ?? 0))
}
