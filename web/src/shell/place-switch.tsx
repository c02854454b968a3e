import { useLingui } from '@lingui/react/macro'
import { IconSelector } from '@tabler/icons-react'
import { useSession } from '../session/session.ts'
import { openOverlay } from './overlay.ts'
import styles from './place-switch.module.css'

/** Where one works: the workspace, and whether its real or its test data are shown. */
export function PlaceSwitch() {
  const { t } = useLingui()
  const { workspace, mode } = useSession()
  return (
    <button
      type="button"
      className={styles.switch}
      aria-haspopup="dialog"
      onClick={() => openOverlay('places')}
    >
      <span className={styles.initial} aria-hidden="true">
        {[...workspace.name][0]?.toUpperCase()}
      </span>
      <span className={styles.name}>
        {workspace.name}
        <span className={styles.mode}>{mode === 'test' ? t`Test data` : t`Live`}</span>
      </span>
      <IconSelector size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
