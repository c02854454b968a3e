import styles from './progress-bar.module.css'

interface ProgressBarProps {
  readonly label: string
  readonly size: number
  readonly sent: number
  /** Whether it lies over a picture. */
  readonly isOver?: boolean
}

/** The bytes of one upload, or of all, that the server has already. */
export function ProgressBar({ label, size, sent, isOver = false }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      data-over={isOver || undefined}
      max={size}
      value={sent}
      aria-label={label}
    />
  )
}
