import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Content } from './content.ts'
import { useDesk } from './desk.ts'
import { rewrite } from './drafts/savers.ts'

/** Takes back a change to the words, also from another page, from which they are then opened again. */
export function useChangeBack(): (change: (now: Content) => Content) => Promise<void> {
  const { id, session } = useDesk()
  const navigate = useNavigate()
  return useCallback(
    async (change) => {
      await rewrite([session.workspace.id, session.mode, id], change)
      if (!location.href.includes(id)) await navigate({ to: '/posts/$post/edit', params: { post: id } })
    },
    [id, session, navigate],
  )
}
