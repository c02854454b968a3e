import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Confirm } from '../ui/confirm.tsx'

interface SignOutQuestionProps {
  /** How many drafts are on this device alone; with none there is no question. */
  readonly unsaved: number
  readonly onClose: () => void
  readonly onLeave: () => Promise<void>
}

/** Asks before somebody signs out whose writing would be lost by it. */
export function SignOutQuestion({ unsaved, onClose, onLeave }: SignOutQuestionProps) {
  const { t } = useLingui()
  return (
    <Confirm
      isOpen={unsaved > 0}
      onClose={onClose}
      title={t`Sign out and lose unsaved writing?`}
      keep={t`Stay signed in`}
      act={t`Sign out all the same`}
      acting={t`Signing out…`}
      onAct={onLeave}
    >
      <p>
        {plural(unsaved, {
          one: '# draft isn’t saved on the server yet. Signing out deletes it from this device.',
          other: '# drafts aren’t saved on the server yet. Signing out deletes them from this device.',
        })}
      </p>
    </Confirm>
  )
}
