import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from '../../session/session.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import type { MovablePost } from '../calendar-data.ts'
import { useDuplicate } from '../use-duplicate.ts'
import type { Refusal } from './refusal.ts'

/** Loads the words of refusals, which are few and come before they are needed. */
export const loadRefusals = () => import('./refusal.ts')

/** Says why a post cannot be moved: by its status, or because of what was thrown. It may ask the server who was faster. */
export function useRefusal(): (post: MovablePost, error?: unknown) => Promise<Refusal> {
  const { api } = useSession()
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  return useCallback(
    async (post, error) => {
      const ways = {
        open: () => void navigate({ to: '/posts/$post', params: { post: post.id } }),
        duplicate: () => void duplicate(post.id),
      }
      try {
        const { sayRefusal, sayState } = await loadRefusals()
        return error === undefined ? sayState(post, ways) : await sayRefusal(api, post, error, ways)
      } catch (unloaded) {
        return { sentence: sayThrown(error ?? unloaded) }
      }
    },
    [api, navigate, duplicate],
  )
}
