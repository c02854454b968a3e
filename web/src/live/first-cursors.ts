import type { Person } from '@crier/sdk/app'
import type { Mode } from '../session/clients.ts'

// A page follows the events as soon as it has what it shows. Later a cursor may lie far back.
const freshMs = 60_000

let first: { readonly person: Person; readonly at: number } | undefined
let isDecided = false

/** Keeps where the events ended when this person was read: nothing else that the page shows was read before. */
export function keepCursors(person: Person): void {
  first = { person, at: performance.now() }
  isDecided = true
}

/**
 * Keeps them for the answer with which a page begins; null says that it begins without one. Later calls do nothing, because the page
 * has read other things by then. Answers what it was given.
 */
export function keepFirstCursors(person: Person | null): Person | null {
  if (!isDecided && person !== null) keepCursors(person)
  isDecided = true
  return person
}

/** From where the events tell all that happened since the page read anything; undefined where nobody knows. */
export function firstCursor(workspace: string, mode: Mode): string | undefined {
  if (first === undefined || performance.now() - first.at > freshMs) return undefined
  return first.person.workspaces.find(({ id }) => id === workspace)?.event_cursors[mode]
}
