import type { QueryClient } from '@tanstack/react-query'
import { forgetOnDevice } from '../../composer/drafts/device-drafts.ts'
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
  /** It was kept after all: undone, or the server refused. */
  readonly onKept: () => void
}

const undoMs = 10_000

/** Deletes a draft after the time in which it can be undone, or when the page is left. */
export function deleteLater({ session, client, id, words, onKept }: Deletion): void {
  const { api, scope, workspace, mode } = session
  const keep = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', now)
  }
  const now = () => {
    keep()
    deletePost(api, id)
      // Changes to it that only this device has go with it.
      .then(() => forgetOnDevice(workspace.id, mode, id))
      .catch((error: Error) => {
        onKept()
        toast({ text: sayThrown(error), tone: 'bad' })
      })
      .finally(() => void client.invalidateQueries({ queryKey: [...scope, 'posts'] }))
  }
  const timer = setTimeout(now, undoMs)
  addEventListener('pagehide', now)
  toast({
    text: words,
    undo: async () => {
      keep()
      onKept()
    },
  })
}
