import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface LeaveGuardProps {
  /** Whether the person has what the page shows this once. */
  readonly isKept: boolean
  /** How to get another one, and what it costs. */
  readonly children: ReactNode
}

/** Asks before somebody leaves a page that shows something this once, as long as they have not copied it. */
export function LeaveGuard({ isKept, children }: LeaveGuardProps) {
  const { t } = useLingui()
  const leaving = useBlocker({
    shouldBlockFn: () => !isKept,
    enableBeforeUnload: () => !isKept,
    withResolver: true,
  })
  const stay = () => leaving.reset?.()
  return (
    <Dialog isOpen={leaving.status === 'blocked'} onClose={stay} title={t`You haven't copied this.`}>
      {children}
      <DialogActions>
        <Button variant="default" onClick={stay} data-autofocus>
          {t`Go back`}
        </Button>
        <Button color="red" onClick={() => leaving.proceed?.()}>
          {t`Leave without it`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
