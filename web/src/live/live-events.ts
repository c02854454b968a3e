import type { CrierEvent } from '@crier/sdk'

/** An event of the workspace; null where some may have been missed. */
type Listener = (event: CrierEvent | null) => void

const listeners = new Set<Listener>()

/** Hears every event of the workspace while the page is open. Answers how to stop hearing. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands an event to every part of the page that listens; null says that some may have been missed. */
export function emitEvent(event: CrierEvent | null): void {
  for (const listener of listeners) listener(event)
}
