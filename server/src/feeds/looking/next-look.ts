/** A feed is looked at this often, unless its server asks for less. */
const usualMs = 15 * 60_000
/** A server cannot ask for more than this. */
const longestMs = 6 * 3_600_000
/** After failures, the pause doubles up to this. */
const longestPauseMs = 12 * 3_600_000
/** Looks are spread by up to this share, so that feeds that were added together are not asked together for ever. */
const spread = 0.1

/** How long to wait after a look that went well. `freshForMs` is what its server asked for. */
export function pauseAfterRead(freshForMs: number, random: () => number): number {
  return spreadOut(Math.min(longestMs, Math.max(usualMs, freshForMs)), random)
}

/** How long to wait after so many failures, or as long as the server asked us to. */
export function pauseAfterFailure(
  failures: number,
  retryAfterMs: number | null,
  random: () => number,
): number {
  const growing = usualMs * 2 ** Math.min(10, Math.max(0, failures - 1))
  return spreadOut(Math.max(retryAfterMs ?? 0, Math.min(longestPauseMs, growing)), random)
}

function spreadOut(ms: number, random: () => number): number {
  return Math.round(ms * (1 + spread * random()))
}
