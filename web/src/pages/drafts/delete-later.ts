import type { Post } from '@crier/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Content, contentOf } from '../../composer/content.ts'
import { forgetOnDevice, readFromDevice } from '../../composer/drafts/device-drafts.ts'
import { keepAsNew } from '../../composer/drafts/keep-as-new.ts'
import { stopSaving } from '../../composer/drafts/savers.ts'
import { readPost } from '../../composer/drafts/send.ts'
import { wayOfDraft } from '../../composer/drafts/way-of-draft.ts'
import { deletePost } from '../../data/delete-post.ts'
import type { Session } from '../../session/session.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'

interface Deletion {
  readonly session: Session
  readonly client: QueryClient
  readonly draft: Post
  /** "Draft deleted." */
  readonly words: string
}

/**
 * Deletes a draft once its message is gone, which offers to undo that, or when the page is left. A page that was left may be shown again
 * with its message: then undoing makes a new draft of the same words.
 */
export function deleteLater({ session, client, draft, words }: Deletion): void {
  const { scope } = session
  const { id } = draft
  const content = readContent(session, draft)
  let deletion: Promise<boolean> | null = null
  const stop = () => removeEventListener('pagehide', now)
  const now = async () => {
    stop()
    deletion ??= deleteNow(session, id)
    await deletion
    await client.invalidateQueries({ queryKey: [...scope, 'posts'] })
    forget(id)
  }
  addEventListener('pagehide', now)
  tell([...leaving, id])
  const undo = async () => {
    stop()
    if (deletion === null) return forget(id)
    if (!(await deletion)) return
    await keepAsNew(session, await content)
    await client.invalidateQueries({ queryKey: [...scope, 'posts', 'drafts', 'device'] })
  }
  toast({ text: words, onGone: () => void now(), undo })
}

/** The words of a draft: those that only this device has, else as the server has them, else as the list shows them. */
async function readContent({ api, workspace, mode }: Session, draft: Post): Promise<Content> {
  const local = await readFromDevice(workspace.id, mode, draft.id)
  if (local !== null) return local.content
  return readPost(api, draft.id).then(
    ({ content }) => content,
    () => ({ ...contentOf(draft), ...(draft.scheduled_at === null ? { when: wayOfDraft(draft.id) } : {}) }),
  )
}

/** Answers whether it is deleted. Where it is not, a message says why. */
async function deleteNow({ api, workspace, mode }: Session, id: string): Promise<boolean> {
  stopSaving([workspace.id, mode, id])
  try {
    await deletePost(api, id)
    // Changes to it that only this device has go with it.
    await forgetOnDevice(workspace.id, mode, id)
    return true
  } catch (error) {
    toast({ text: sayThrown(error), tone: 'bad' })
    return false
  }
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
