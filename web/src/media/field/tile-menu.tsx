import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from './media-field.module.css'

interface TileMenuProps {
  readonly index: number
  readonly count: number
  readonly name: string
  readonly onEdit: () => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

/** The actions of one medium. */
export function TileMenu({ index, count, name, onEdit, onMove, onRemove }: TileMenuProps) {
  const { t } = useLingui()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setButton(null), [])
  const number = index + 1
  const label = t`Actions for medium ${number}: ${name}`
  const actions = [
    { label: t`Alt text, crop, focus…`, run: onEdit },
    ...(index > 0 ? [{ label: t`Move left`, run: () => onMove(index - 1) }] : []),
    ...(index < count - 1 ? [{ label: t`Move right`, run: () => onMove(index + 1) }] : []),
    { label: t`Remove from this post`, run: onRemove },
  ]
  return (
    <>
      <IconButton
        className={styles.more}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={({ currentTarget }) => setButton(button === null ? currentTarget : null)}
      >
        <IconDots size={18} stroke={1.75} />
      </IconButton>
      {button !== null && <Menu button={button} label={label} actions={actions} onClose={close} />}
    </>
  )
}
