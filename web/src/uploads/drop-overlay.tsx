import { useLingui } from '@lingui/react/macro'
import { IconUpload } from '@tabler/icons-react'
import styles from './drop-overlay.module.css'

interface DropOverlayProps {
  /** In place of the words for an upload. */
  readonly words?: string
}

/** Lies over the page while files are held over it. */
export function DropOverlay({ words }: DropOverlayProps) {
  const { t } = useLingui()
  return (
    <div className={styles.overlay}>
      <p className={styles.words}>
        <IconUpload size={24} stroke={1.75} aria-hidden="true" />
        {words ?? t`Drop to upload`}
      </p>
    </div>
  )
}
