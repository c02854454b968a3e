// How far the clock of the server is ahead of that of this device, which may be wrong by minutes or days.
let aheadMs = 0
const watchers = new Set<() => void>()

// Heads name whole seconds, and a busy server writes them some time before it sends them.
const toleranceMs = 2_000

/** The moment it is by the clock of the server, as far as its answers have told it, in milliseconds since 1970. */
export function nowAtServer(): number {
  return Date.now() + aheadMs
}

/** Learns the clock of the server from an answer that has just come to a call that began at `askedAt` of this device. */
export function learnServerClock({ headers }: Response, askedAt: number): void {
  const said = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(said)) return
  const least = said - toleranceMs - Date.now()
  const most = said + toleranceMs - askedAt
  // A clock that can be right is left as it is, so that nothing on the page moves by itself.
  const isRight = (ahead: number) => least <= ahead && ahead <= most
  if (isRight(aheadMs)) return
  aheadMs = isRight(0) ? 0 : Math.round((least + most) / 2)
  for (const watcher of watchers) watcher()
}

/** Calls `watcher` whenever the clock turns out to be another. Answers how to stop. */
export function watchServerClock(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
