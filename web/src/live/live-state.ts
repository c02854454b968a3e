/** `live`: events come, or none is expected yet. `away`: the server cannot be reached. `offline`: this device has no network. */
export type LiveState = 'live' | 'away' | 'offline'

let state: LiveState = 'live'
const watchers = new Set<() => void>()

/** Whether the page receives changes by itself. */
export const liveState = {
  read: () => state,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

export function setLiveState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const watcher of watchers) watcher()
}

let losses = 0

/** How often the device has lost its network. An answer to a call that began before a loss says nothing of the time after it. */
export function networkLosses(): number {
  return losses
}

// A device says at once that it has lost its network; that it has one again says only the next answer of the server.
addEventListener('offline', () => {
  losses += 1
  setLiveState('offline')
})
addEventListener('online', () => state === 'offline' && setLiveState('away'))
