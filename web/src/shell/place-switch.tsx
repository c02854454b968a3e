import { useLingui } from '@lingui/react/macro'
import { IconSelector } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../session/session.ts'
import styles from './place-switch.module.css'

const PlaceDialog = lazy(() =>
  import('./place-dialog.tsx').then((module) => ({ default: module.PlaceDialog })),
)

/** Where one works: the workspace, and whether its real or its test data are shown. */
export function PlaceSwitch() {
  const { t } = useLingui()
  const { workspace, mode } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.switch} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.initial} aria-hidden="true">
          {[...workspace.name][0]?.toUpperCase()}
        </span>
        <span className={styles.name}>
          {workspace.name}
          <span className={styles.mode}>{mode === 'test' ? t`Test data` : t`Live`}</span>
        </span>
        <IconSelector size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Suspense fallback={null}>{isOpen && <PlaceDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
