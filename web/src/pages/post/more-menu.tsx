import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { MenuAction } from '../../ui/menu.tsx'
import styles from './post.module.css'

const Menu = lazyPart(() => import('../../ui/menu.tsx'), 'Menu')

/** The actions of a post that are used less. */
export function MoreMenu({ actions }: { readonly actions: readonly MenuAction[] }) {
  const { t } = useLingui()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setButton(null), [])
  if (actions.length === 0) return null
  return (
    <>
      <IconButton
        className={styles.more}
        aria-label={t`More actions`}
        title={t`More actions`}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        onClick={({ currentTarget }) => setButton(button === null ? currentTarget : null)}
      >
        <IconDots size={18} stroke={1.75} />
      </IconButton>
      <Late onFail={close}>
        {button !== null && (
          <Menu button={button} label={t`More actions`} actions={actions} onClose={close} />
        )}
      </Late>
    </>
  )
}
