import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconRefresh } from '@tabler/icons-react'
import { usePlatformsByName } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/form.tsx'
import { sayProblem, sayThrown } from '../ui/say-problem.ts'
import { toast } from '../ui/toasts.tsx'

/** Has the server ask the networks for their figures sooner than it would. They come in over some minutes. */
export function ReadFigures() {
  const { t, i18n } = useLingui()
  const { api } = useSession()
  const platforms = usePlatformsByName()
  const { isBusy, start } = useAction(async () => {
    try {
      const { triggered } = await api.analytics.sync()
      const names = triggered.map((name) => platforms.get(name)?.name ?? name)
      const list = new Intl.ListFormat(i18n.locale).format(names)
      toast({
        text:
          names.length === 0
            ? t`No post has figures to read.`
            : t`Asking ${list}. Their figures come in over the next minutes.`,
      })
    } catch (error) {
      // Here too many requests are ones for figures, and the server says when the last was.
      const words = error instanceof ApiError ? sayProblem(error) : sayThrown(error)
      toast({ text: words, tone: 'bad' })
    }
  })
  return (
    <Button
      variant="default"
      aria-disabled={isBusy}
      leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => void start()}
    >
      {isBusy ? t`Asking…` : t`Read figures now`}
    </Button>
  )
}
