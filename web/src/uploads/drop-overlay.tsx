import { useLingui } from '@lingui/react/macro'
import { IconUpload } from '@tabler/icons-react'
import styles from './drop-overlay.module.css'

/** Lies over the page while files are held over it. */
export function DropOverlay() {
  const { t } = useLingui()
  return (
    <div className={styles.overlay}>
      <p className={styles.words}>
        <IconUpload size={24} stroke={1.75} aria-hidden="true" />
        {t`Drop to upload`}
      </p>
    </div>
  )
}
