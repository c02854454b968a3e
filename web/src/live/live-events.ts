import type { CrierEvent } from '@crier/sdk'

type Listener = (event: CrierEvent) => void

const listeners = new Set<Listener>()

/** Hears every event of the workspace while the page is open. Answers how to stop hearing. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands an event to every part of the page that listens. */
export function emitEvent(event: CrierEvent): void {
  for (const listener of listeners) listener(event)
}
