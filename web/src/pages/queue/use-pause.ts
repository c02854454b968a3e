import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../session/session.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { useSlotsChanged } from './queue-queries.ts'

/** Pauses the queue or resumes it, for all accounts or for one. */
export function usePause(): (account: string | null, paused: boolean) => Promise<void> {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useSlotsChanged()
  return async (account, paused) => {
    const set = async (next: boolean) => {
      await api.queue.pause({ paused: next, social_account_id: account })
      await changed()
    }
    try {
      await set(paused)
      const text = paused ? t`Paused. New posts get no slots.` : t`New posts get slots again.`
      toast({ text, undo: () => set(!paused) })
    } catch (error) {
      toast({ text: sayThrown(error), tone: 'bad' })
    }
  }
}
