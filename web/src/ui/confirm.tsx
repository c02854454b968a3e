import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { useTroubleWords } from './trouble.tsx'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Names the thing: "Revoke ‘Shop server’?" */
  readonly title: string
  /** The effect, with what makes it worth a thought: "It was used 3 minutes ago." */
  readonly children: ReactNode
  /** The button that leaves all as it is, such as "Keep it"; it has the focus. */
  readonly keep: string
  /** The button that does it, by its own verb, and its words while it waits for the server. */
  readonly act: string
  readonly acting: string
  /** Resolves when the server has said so. An error is shown in the dialog. */
  readonly onAct: () => Promise<void>
}

/** Asks before what cannot be undone. Everything else is done at once and offers to be undone. */
export function Confirm({ isOpen, onClose, title, children, keep, act, acting, onAct }: ConfirmProps) {
  const [isActing, setActing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async () => {
    setActing(true)
    setError(null)
    try {
      await onAct()
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setActing(false)
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {children}
      {error !== null && <Fault error={error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus autoFocus>
          {keep}
        </Button>
        <Button color="red" aria-disabled={isActing} onClick={() => void (isActing ? undefined : run())}>
          {isActing ? acting : act}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** One sentence about what was thrown, where it happened. */
export function Fault({ error }: { readonly error: unknown }) {
  const { sentence } = useTroubleWords(error)
  return (
    <p role="alert" style={{ color: 'var(--c-bad)' }}>
      {sentence}
    </p>
  )
}
