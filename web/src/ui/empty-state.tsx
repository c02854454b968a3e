import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** The fact, such as "Nothing planned yet." */
  readonly title: string
  /** The way out of it. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Stands where a list would be, and teaches what the place is for. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <p className={styles.words}>{children}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
