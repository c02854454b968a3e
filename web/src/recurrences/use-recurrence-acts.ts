import type { Recurrence } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../session/session.ts'
import { useAction } from '../ui/form.tsx'
import { toast } from '../ui/toasts.tsx'
import { recurrenceInputOf, useRecurrencesChanged } from './recurrence-queries.ts'

/** Pausing, resuming and deleting a recurrence, each of which can be undone. */
export function useRecurrenceActs(recurrence: Recurrence) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useRecurrencesChanged()
  const { id } = recurrence
  const set = async (isPaused: boolean) => {
    const { posts } = await api.recurrences.update(id, { status: isPaused ? 'paused' : 'active' })
    await changed()
    return posts
  }
  const pausing = useAction(async (isPaused: boolean) => {
    const { left } = await set(isPaused)
    const undo = async () => void (await set(!isPaused))
    const kept = leftWords(left)
    toast({ text: isPaused ? [t`Paused.`, kept].join(' ').trim() : t`Resumed.`, undo })
  })
  const removing = useAction(async () => {
    const { posts } = await api.recurrences.delete(id)
    await changed()
    const undo = async () => {
      // It begins with the first text again; all else is as it was.
      const again = await api.recurrences.create(recurrenceInputOf(recurrence))
      if (recurrence.status === 'paused') await api.recurrences.update(again.id, { status: 'paused' })
      await changed()
    }
    toast({ text: [t`It repeats no longer.`, leftWords(posts.left)].join(' ').trim(), undo })
  })
  return {
    isBusy: pausing.isBusy || removing.isBusy,
    error: pausing.error ?? removing.error,
    pause: pausing.start,
    remove: removing.start,
  }
}

/** Says how many planned posts stay although the recurrence changed; nothing where none does. */
export function leftWords(left: number): string {
  if (left === 0) return ''
  return plural(left, {
    one: '# post that was changed by hand stays as it is.',
    other: '# posts that were changed by hand stay as they are.',
  })
}
