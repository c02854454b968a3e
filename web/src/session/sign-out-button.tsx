import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/confirm.tsx'
import { useAction } from '../ui/form.tsx'
import { leave } from './leave.ts'
import { SignOutQuestion } from './sign-out-question.tsx'

interface SignOutButtonProps {
  readonly label: string
  /** The address of the app that is opened afterwards. */
  readonly to: string
  readonly variant?: 'default' | 'filled'
}

/** Signs out. Asks before, where writing stands on this device alone; says so where the server did not do it. */
export function SignOutButton({ label, to, variant = 'default' }: SignOutButtonProps) {
  const { t } = useLingui()
  const [unsaved, setUnsaved] = useState(0)
  const begin = useAction(async () => {
    const { countUnsaved } = await import('../composer/drafts/wipe-drafts.ts')
    const count = await countUnsaved()
    if (count > 0) setUnsaved(count)
    else await leave(to)
  })
  return (
    <>
      <Button variant={variant} aria-disabled={begin.isBusy} onClick={() => void begin.start()}>
        {begin.isBusy ? t`Signing out…` : label}
      </Button>
      {begin.error !== null && <Fault error={begin.error} />}
      <SignOutQuestion unsaved={unsaved} onClose={() => setUnsaved(0)} onLeave={() => leave(to)} />
    </>
  )
}
