import { useSyncExternalStore } from 'react'

/** A note that is on its way to the server, or did not reach it. */
export interface UnsentNote {
  /** Names the intention, so that a note that is sent again is written once. */
  readonly key: string
  readonly text: string
  readonly mentions: readonly string[]
  /** The notes that were there when it was sent. */
  readonly known: ReadonlySet<string>
  /** Why it was not sent; null while it is on its way. */
  readonly error: unknown
}

/** The words that a person has written about a post and that the server does not have. */
export interface Unsent {
  /** The words in the field. */
  readonly text: string
  /** The members who were chosen from the list. */
  readonly chosen: ReadonlySet<string>
  readonly notes: readonly UnsentNote[]
}

const none: Unsent = { text: '', chosen: new Set(), notes: [] }
const kept = new Map<string, Unsent>()
const watchers = new Set<() => void>()

export function readUnsent(place: string): Unsent {
  return kept.get(place) ?? none
}

/** Changes the words of a place, which stay as long as the app is open, whichever page is shown. */
export function changeUnsent(place: string, change: (before: Unsent) => Unsent): void {
  const next = change(readUnsent(place))
  if (next.text === '' && next.notes.length === 0) kept.delete(place)
  else kept.set(place, next)
  for (const watcher of watchers) watcher()
}

export function useUnsent(place: string): Unsent {
  return useSyncExternalStore(watch, () => readUnsent(place))
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
