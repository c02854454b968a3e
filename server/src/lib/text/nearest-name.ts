// Beyond this a name is no slip of the fingers, and comparing it would cost more than it tells.
const longest = 40

/**
 * Finds the name that was probably meant by one that is not known: it differs by a letter or two, or holds the other whole, as
 * `social_accounts` holds `accounts`. Null where none is near.
 */
export function nearestName(unknown: string, known: readonly string[]): string | null {
  if (unknown.length < 3 || unknown.length > longest) return null
  const near = known
    .filter(({ length }) => length <= longest)
    .map((name) => ({ name, far: isPartOf(unknown, name) ? 1 : distance(unknown.toLowerCase(), name) }))
    .filter(({ far }) => far <= 2 && far < unknown.length / 2)
    .sort((a, b) => a.far - b.far)
  return near[0]?.name ?? null
}

/** Whether one of the names is the end or the beginning of the other, at a mark between words. */
function isPartOf(unknown: string, name: string): boolean {
  const [short, long] = unknown.length < name.length ? [unknown, name] : [name, unknown]
  return short.length >= 4 && (long.endsWith(`_${short}`) || long.startsWith(`${short}_`))
}

/** How many letters must be put in, taken out or replaced to make one word of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_none, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (to[column] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
