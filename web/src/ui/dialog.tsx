import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  readonly isOpen: boolean
  /** Called by Escape, by a press beside the dialog, and by its cross. Left out, only the dialog's own buttons close it. */
  readonly onClose?: () => void
  readonly title: string
  readonly width?: 'narrow' | 'wide'
  readonly children: ReactNode
}

/** A dialog of the browser's own: it keeps the focus inside, and gives it back to the opener. */
export function Dialog({ isOpen, onClose, title, width = 'narrow', children }: DialogProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || dialog.open === isOpen) return
    if (isOpen) {
      dialog.showModal()
      // The browser gives the focus to the first button, which is the cross. A dialog that asks for something begins there.
      const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
      ;(first ?? dialog.querySelector<HTMLElement>('input, select, textarea'))?.focus()
    } else dialog.close()
  }, [isOpen])
  // One that is taken away while it is open gives the focus back too.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-width={width}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose?.()
      }}
      // The press beside one dialog that opened another takes no focus from it.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) event.preventDefault()
      }}
      // A form around the dialog hears nothing of what is typed and sent in it.
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        const { key, target, currentTarget } = event
        if (key === 'Enter' && target instanceof HTMLInputElement && target.form?.contains(currentTarget))
          event.preventDefault()
      }}
    >
      {isOpen && (
        <div className={styles.inside}>
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            {onClose !== undefined && (
              <IconButton onClick={onClose} aria-label={t`Close`}>
                <IconX size={18} stroke={1.75} />
              </IconButton>
            )}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
