import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface Unsaved {
  /** Closes at once where nothing would be lost, and asks otherwise. */
  readonly close: () => void
  /** The question, to be shown beside the dialog. */
  readonly question: ReactNode
}

/**
 * Keeps a dialog from being closed with something in it that is saved nowhere: by Escape, by a press beside it, by its cross, by
 * going back, or by a reload. Its own *Cancel* closes it without a question.
 */
export function useUnsaved(isUnsaved: boolean, onClose: () => void): Unsaved {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  const isLeaving = leaving.status === 'blocked'
  const stay = () => {
    setAsking(false)
    leaving.reset?.()
  }
  const lose = () => {
    setAsking(false)
    onClose()
    leaving.proceed?.()
  }
  const question = (
    <Dialog isOpen={isUnsaved && (isAsking || isLeaving)} onClose={stay} title={t`Close without saving?`}>
      <p>{t`What you changed here is saved nowhere yet.`}</p>
      <DialogActions>
        <Button variant="default" onClick={stay} data-autofocus>
          {t`Keep editing`}
        </Button>
        <Button color="red" onClick={lose}>
          {t`Close without saving`}
        </Button>
      </DialogActions>
    </Dialog>
  )
  return { close: () => (isUnsaved ? setAsking(true) : onClose()), question }
}
