import { useLingui } from '@lingui/react/macro'
import styles from './waiting.module.css'

/** Stands where rows will be, from the moment on at which one would wonder whether they come. It does not move. */
export function Waiting() {
  const { t } = useLingui()
  return (
    <div className={styles.waiting} role="status">
      <span className="hidden-text">{t`Reading…`}</span>
      <span className={styles.row} aria-hidden="true" />
      <span className={styles.row} aria-hidden="true" />
      <span className={styles.row} aria-hidden="true" />
    </div>
  )
}
