import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverUrl } from '../boot/boot.ts'
import { Button } from '../ui/button.tsx'
import { Confirm, Fault } from '../ui/confirm.tsx'
import { useAction } from '../ui/form.tsx'
import { signOut } from './sign-out.ts'

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
  const leave = async () => {
    await signOut()
    location.assign(serverUrl + to)
  }
  const begin = useAction(async () => {
    const { countUnsaved } = await import('../composer/drafts/wipe-drafts.ts')
    const count = await countUnsaved()
    if (count > 0) setUnsaved(count)
    else await leave()
  })
  return (
    <>
      <Button variant={variant} aria-disabled={begin.isBusy} onClick={() => void begin.start()}>
        {begin.isBusy ? t`Signing out…` : label}
      </Button>
      {begin.error !== null && <Fault error={begin.error} />}
      <Confirm
        isOpen={unsaved > 0}
        onClose={() => setUnsaved(0)}
        title={t`Sign out and lose unsaved writing?`}
        keep={t`Stay signed in`}
        act={t`Sign out all the same`}
        acting={t`Signing out…`}
        onAct={leave}
      >
        <p>
          {plural(unsaved, {
            one: '# draft isn’t saved on the server yet. Signing out deletes it from this device.',
            other: '# drafts aren’t saved on the server yet. Signing out deletes them from this device.',
          })}
        </p>
      </Confirm>
    </>
  )
}
