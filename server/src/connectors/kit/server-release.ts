/** Whether a version is the release `since` or a later one. Forks and builds between releases are none. */
export function isReleaseFrom(since: string, version: string | null): boolean {
  const [first, found] = [readRelease(since), readRelease(version ?? '')]
  if (!first || !found) return false
  const differs = first.findIndex((part, index) => part !== found[index])
  return differs < 0 || (found[differs] ?? 0) > (first[differs] ?? 0)
}

/** The three numbers of a release; null for anything else, such as `4.6.0-nightly.2026-05-01` or `4.6.2+glitch`. */
function readRelease(version: string): number[] | null {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version)
  return parts?.slice(1).map(Number) ?? null
}
