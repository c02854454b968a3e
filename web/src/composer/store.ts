import { useSyncExternalStore } from 'react'

/** A value that parts of a page watch, each only the slice that it shows. */
export interface Store<T> {
  read(): T
  change(make: (before: T) => T): void
  watch(watcher: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    read: () => value,
    change: (make) => {
      const next = make(value)
      if (Object.is(next, value)) return
      value = next
      for (const watcher of [...watchers]) watcher()
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

/** A slice of a store. `pick` must answer the same value as long as the store holds the same. */
export function useSlice<T, S>(store: Store<T>, pick: (value: T) => S): S {
  return useSyncExternalStore(store.watch, () => pick(store.read()))
}
