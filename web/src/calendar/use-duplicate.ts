import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from '../session/session.ts'
import { sayThrown } from '../ui/say-problem.ts'
import { toast } from '../ui/toasts.tsx'

/** Makes a draft of a post and opens it, or says why there is none. */
export function useDuplicate(): (post: string) => Promise<void> {
  const { api } = useSession()
  const navigate = useNavigate()
  return useCallback(
    async (post) => {
      try {
        const { id } = await api.posts.duplicate(post)
        await navigate({ to: '/posts/$post/edit', params: { post: id } })
      } catch (error) {
        toast({ text: sayThrown(error), tone: 'bad' })
      }
    },
    [api, navigate],
  )
}
