import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { countUnsaved } from '../composer/drafts/wipe-drafts.ts'
import { leave } from '../session/leave.ts'
import { SignOutQuestion } from '../session/sign-out-question.tsx'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/confirm.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useAction } from '../ui/form.tsx'

const go = () => leave('/sign-in?signed-out')

/** Signs out: at once where nothing is lost by it, else after a question. Says so where the server did not do it. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const [unsaved, setUnsaved] = useState(0)
  const begin = useAction(async () => {
    const count = await countUnsaved()
    if (count > 0) setUnsaved(count)
    else await go()
  })
  const [hasFailed, setFailed] = useState(false)
  const start = () => void begin.start().then((isDone) => isDone || setFailed(true))
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    start()
  })
  if (unsaved > 0) return <SignOutQuestion unsaved={unsaved} onClose={onClose} onLeave={go} />
  if (!hasFailed) return null
  return (
    <Dialog isOpen onClose={onClose} title={t`You are still signed in`}>
      {begin.error !== null && <Fault error={begin.error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>{t`Stay signed in`}</Button>
        <Button aria-disabled={begin.isBusy} onClick={start}>
          {begin.isBusy ? t`Signing out…` : t`Sign out`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
