import type { Media } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { MediumPicture } from '../media/medium-picture.tsx'
import { useSizeFormat } from '../ui/size-format.ts'
import styles from './library.module.css'

interface MediumTileProps {
  readonly medium: Media
  readonly isChosen: boolean
  /** Whether the tabulator stops here: one tile of the grid has that. */
  readonly isStop: boolean
  /** Null where the person may not change anything. */
  readonly onChoose: ((id: string, isRange: boolean) => void) | null
  readonly onFocus: (id: string) => void
}

/** A medium of the library: its picture, name and size. */
export const MediumTile = memo(function MediumTile(props: MediumTileProps) {
  const { medium, isChosen, isStop, onChoose, onFocus } = props
  const { t } = useLingui()
  const size = useSizeFormat()
  const { id, name, alt_text: alt } = medium
  return (
    <li className={styles.tile} data-chosen={isChosen || undefined}>
      <Link
        to="/library/$medium"
        params={{ medium: id }}
        className={styles.link}
        data-medium={id}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(id)}
      >
        <span className={styles.picture}>
          <MediumPicture medium={medium} alt="" crop={medium.crop} focus={medium.focus} />
        </span>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.facts}>
          {size(medium.size_bytes)}
          {alt === '' && medium.kind !== 'document' && <span className={styles.noAlt}>{t`No alt text`}</span>}
        </span>
      </Link>
      {onChoose !== null && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            checked={isChosen}
            tabIndex={isStop ? 0 : -1}
            onChange={(event) => onChoose(id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
          <span className="hidden-text">{t`Select ${name}`}</span>
        </label>
      )}
    </li>
  )
})
