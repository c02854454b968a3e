const watchers = new Set<() => void>()

/** Calls `watcher` whenever the server refuses what the page offered: the rights of the person may be others by now. Answers how to stop. */
export function onRefusal(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Tells that the server refused something that this person may not do. */
export function noteRefusal(): void {
  for (const watcher of watchers) watcher()
}
