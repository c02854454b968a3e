import { useSyncExternalStore } from 'react'

/** Whether the page is in sight. One that a browser loads ahead, or in a tab behind, is not. */
export function useIsSeen(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible')
}

function watch(watcher: () => void): () => void {
  document.addEventListener('visibilitychange', watcher)
  return () => document.removeEventListener('visibilitychange', watcher)
}
