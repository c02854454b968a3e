import { useSyncExternalStore } from 'react'

/** Whether a question about the window holds, such as `(width < 768px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (watcher) => {
      const list = matchMedia(query)
      list.addEventListener('change', watcher)
      return () => list.removeEventListener('change', watcher)
    },
    () => matchMedia(query).matches,
  )
}
