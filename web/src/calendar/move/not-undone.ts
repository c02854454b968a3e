import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import type { Toast } from '../../ui/toasts.tsx'
import type { MovablePost } from '../calendar-data.ts'
import { useRefusal } from './refusal.ts'

/** Says why a post stays at the time to which it was moved. It may ask the server what became of the post. */
export function useNotUndone(): (post: MovablePost, movedTo: number, error: unknown) => Promise<Toast> {
  const { t } = useLingui()
  const { api } = useSession()
  const navigate = useNavigate()
  const format = useTimeFormat()
  const ofError = useRefusal()
  return useCallback(
    async (post, movedTo, error) => {
      const fresh = await api.posts.get(post.id).catch(() => null)
      const isAhead = fresh === null || ['draft', 'scheduled', 'held'].includes(fresh.status)
      if (isAhead) {
        const { sentence: reason } = await ofError(post, error)
        return { text: t`Couldn't undo. ${reason}`, tone: 'bad' }
      }
      const open = () => void navigate({ to: '/posts/$post', params: { post: post.id } })
      return {
        text: t`Couldn't undo: it started going out at ${format.time(movedTo)}.`,
        tone: 'bad',
        action: { label: t`See what happened`, run: open },
      }
    },
    [t, api, navigate, format, ofError],
  )
}
