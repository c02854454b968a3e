import { useLingui } from '@lingui/react/macro'
import styles from './account-list.module.css'

interface GoneAccountProps {
  readonly id: string
  readonly isChosen: boolean
  readonly onToggle: (id: string) => void
}

/** An account that is not connected any more. The post waits for it until it is taken out. */
export function GoneAccount({ id, isChosen, onToggle }: GoneAccountProps) {
  const { t } = useLingui()
  return (
    <li>
      <label className={styles.account} data-chosen={isChosen || undefined}>
        <input
          id={`composer-account-${id}`}
          type="checkbox"
          className={styles.box}
          checked={isChosen}
          onChange={() => onToggle(id)}
        />
        <span className={styles.words}>
          <span className={styles.name}>{t`An account that is gone`}</span>
          <span className={styles.line}>
            <span className={styles.held}>{t`Not connected any more`}</span>
          </span>
        </span>
      </label>
    </li>
  )
}
