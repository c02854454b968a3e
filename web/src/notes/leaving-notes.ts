import { useSyncExternalStore } from 'react'
import { sayThrown } from '../ui/say-problem.ts'
import { toast } from '../ui/toasts.tsx'

let leaving: readonly string[] = []
const watchers = new Set<() => void>()

/** The notes that were deleted and are still at the server: their message still offers to undo that. */
export function useLeavingNotes(): readonly string[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => leaving,
  )
}

interface Deletion {
  readonly id: string
  /** "Note deleted." */
  readonly words: string
  /** Deletes it at the server, and has the notes read again. */
  readonly run: () => Promise<unknown>
}

/** Deletes a note once its message is gone, which offers to undo that, or when the page is left. */
export function deleteNoteLater({ id, words, run }: Deletion): void {
  const stop = () => removeEventListener('pagehide', now)
  const stay = () => tell(leaving.filter((each) => each !== id))
  const now = async () => {
    stop()
    try {
      await run()
    } catch (error) {
      toast({ text: sayThrown(error), tone: 'bad' })
    }
    stay()
  }
  addEventListener('pagehide', now)
  tell([...leaving, id])
  const undo = async () => {
    stop()
    stay()
  }
  toast({ text: words, onGone: () => void now(), undo })
}

function tell(next: readonly string[]): void {
  leaving = next
  for (const watcher of watchers) watcher()
}
