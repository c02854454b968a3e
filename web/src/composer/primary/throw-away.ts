import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { deletePost } from '../../data/delete-post.ts'
import { toast } from '../../ui/toasts.tsx'
import type { Desk } from '../desk.ts'
import { keepAsNew } from '../drafts/keep-as-new.ts'

interface Ways {
  readonly client: QueryClient
  readonly goToDrafts: () => Promise<void>
  readonly goToDraft: (draft: string) => Promise<void>
}

/** Throws the draft of a desk away, on the server and on the device. An undo makes a new one of its words. */
export async function throwAway(desk: Desk, { client, goToDrafts, goToDraft }: Ways): Promise<void> {
  const { session, saver, content, id } = desk
  const words = content.read()
  saver.hold(true)
  // The question who else has the draft open would be answered that there is none.
  void client.cancelQueries({ queryKey: [...session.scope, 'presence', id] })
  try {
    await saver.settled()
    if (saver.keeping.read().saved !== null) await deletePost(session.api, id)
    await saver.end()
  } catch (error) {
    saver.hold(false)
    throw error
  }
  for (const part of ['posts', 'drafts', 'calendar', 'attention'])
    void client.invalidateQueries({ queryKey: [...session.scope, part] })
  toast({ text: t`Draft deleted.`, undo: async () => goToDraft(await keepAsNew(session, words)) })
  await goToDrafts()
}
