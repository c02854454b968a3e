let isRefusing = false
const watchers = new Set<() => void>()

/** Whether this device refuses to keep what a person writes, as one with a full disk does. */
export const deviceRefusal = {
  read: () => isRefusing,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

/** Says whether this device kept what a person wrote last. */
export function noteKept(isKept: boolean): void {
  isRefusing = !isKept
  for (const watcher of watchers) watcher()
}
