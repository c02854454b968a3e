import { RateLimitError, type Wait } from '@crier/sdk'

// Shorter waits are over before anybody could read of them.
const shortestMs = 1_000

let until = 0
const watchers = new Set<() => void>()

/** The moment, by `performance.now()`, from which a busy server is asked again; 0 while it is not busy. */
export const serverWait = {
  read: () => until,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

/** Notes that a call waits because the server had too many requests. */
export function noteWait({ ms, error }: Wait): void {
  const next = performance.now() + ms
  if (!(error instanceof RateLimitError) || ms < shortestMs || next <= until) return
  setUntil(next)
  setTimeout(() => until === next && setUntil(0), ms)
}

function setUntil(moment: number): void {
  until = moment
  for (const watcher of watchers) watcher()
}
