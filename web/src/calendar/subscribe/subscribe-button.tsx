import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const SubscribeDialog = lazyPart(() => import('./subscribe-dialog.tsx'), 'SubscribeDialog')

/** The way to the plan in a calendar of one's own. */
export function SubscribeButton() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>{t`Subscribe…`}</Button>
      <Late onFail={close}>{isOpen && <SubscribeDialog onClose={close} />}</Late>
    </>
  )
}
