import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { forgetOnDevice } from '../../composer/drafts/device-drafts.ts'
import { stopSaving } from '../../composer/drafts/savers.ts'
import { deletePost } from '../../data/delete-post.ts'
import type { Session } from '../../session/session.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'

interface Deletion {
  readonly session: Session
  readonly client: QueryClient
  readonly id: string
  /** "Draft deleted." */
  readonly words: string
}

/** Deletes a draft once its message is gone, which offers to undo that, or when the page is left. */
export function deleteLater({ session, client, id, words }: Deletion): void {
  const { api, scope, workspace, mode } = session
  const stop = () => removeEventListener('pagehide', onGone)
  const onGone = async () => {
    stop()
    stopSaving([workspace.id, mode, id])
    try {
      await deletePost(api, id)
      // Changes to it that only this device has go with it.
      await forgetOnDevice(workspace.id, mode, id)
    } catch (error) {
      toast({ text: sayThrown(error), tone: 'bad' })
    }
    await client.invalidateQueries({ queryKey: [...scope, 'posts'] })
    forget(id)
  }
  addEventListener('pagehide', onGone)
  tell([...leaving, id])
  toast({
    text: words,
    onGone: () => void onGone(),
    undo: async () => {
      stop()
      forget(id)
    },
  })
}

/** The drafts that were deleted and are still at the server. No page shows them, also one that was left and opened again. */
export function useLeavingDrafts(): readonly string[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => leaving,
  )
}

let leaving: readonly string[] = []
const watchers = new Set<() => void>()

function tell(next: readonly string[]): void {
  leaving = next
  for (const watcher of watchers) watcher()
}

function forget(id: string): void {
  tell(leaving.filter((each) => each !== id))
}
