import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'), 'ShareDialog')

/** The way to a link for a client. The code of the dialog is loaded when it is opened. */
export function ShareButton() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!isAtLeast(workspace.role, 'author')) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>{t`Share for review…`}</Button>
      <Late onFail={close}>{isOpen && <ShareDialog posts={null} onClose={close} />}</Late>
    </>
  )
}
