import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './notices.module.css'

interface SendBackProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSend: (comment: string) => Promise<void>
}

/** Asks what should change before a post goes back to its author. */
export function SendBack({ isOpen, onClose, onSend }: SendBackProps) {
  const { t } = useLingui()
  const id = useId()
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async () => {
    if (comment.trim() === '') return setMissing(true)
    setSending(true)
    setError(null)
    try {
      await onSend(comment.trim())
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Send it back`}>
      <label htmlFor={id}>{t`What should change?`}</label>
      <textarea
        id={id}
        className={styles.comment}
        rows={4}
        autoFocus
        value={comment}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={({ target }) => {
          setComment(target.value)
          setMissing(false)
        }}
      />
      {isMissing && (
        <p
          id={`${id}-missing`}
          className={styles.fault}
        >{t`Say what should change, so that it can be done.`}</p>
      )}
      {error !== null && <Fault error={error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>{t`Keep it here`}</Button>
        <Button aria-disabled={isSending} onClick={() => void (isSending ? undefined : send())}>
          {isSending ? t`Sending…` : t`Send back`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
