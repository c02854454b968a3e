import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './setup.module.css'

interface StepProps {
  readonly number: number
  readonly state: 'done' | 'now' | 'later'
  readonly title: string
  /** A sentence below the title, while the step is open. */
  readonly lead?: ReactNode
  /** Whether the step is read out when it opens, because nothing in it takes the focus. */
  readonly takesFocus?: boolean
  /** A part that belongs to the step at any time, also when it is done. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** One of the steps of the first run, which unfold in place. */
export function Step({ number, state, title, lead, takesFocus = false, beside, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = state === 'now'
  useEffect(() => {
    if (isOpen && takesFocus) heading.current?.focus({ preventScroll: true })
  }, [isOpen, takesFocus])
  return (
    <li className={styles.step} data-state={state} aria-current={isOpen ? 'step' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <IconCheck size={16} stroke={2} /> : number}
      </span>
      <div className={styles.inside}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {isOpen && lead !== undefined && <p className={styles.quiet}>{lead}</p>}
        {isOpen && <div className={styles.body}>{children}</div>}
        {beside}
      </div>
    </li>
  )
}
