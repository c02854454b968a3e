/**
 * A part over the page: `everything` to search and do, `keys` for the list of all keys, `places` to choose where one works,
 * `sign-out` to leave.
 */
export type Overlay = 'everything' | 'keys' | 'places' | 'sign-out'

let current: Overlay | null = null
const watchers = new Set<() => void>()

/** Opens a part over the page; null closes it. */
export function openOverlay(which: Overlay | null): void {
  current = which
  for (const watcher of watchers) watcher()
}

/** The part that is open; null where none is. */
export const openedOverlay = {
  read: () => current,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
