import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { type ChosenMedium, mediumInPost } from '../chosen-medium.ts'
import { useMedium } from '../media-queries.ts'
import { MediumPicture } from '../medium-picture.tsx'
import styles from './media-field.module.css'
import type { Drag } from './use-drag-order.ts'

const TileMenu = lazyPart(() => import('./tile-menu.tsx'), 'TileMenu')

interface MediaTileProps {
  readonly entry: ChosenMedium
  readonly index: number
  readonly count: number
  readonly drag: Drag | null
  readonly hasProblem: boolean
  readonly onBegin: (event: PointerEvent<HTMLElement>, index: number) => void
  readonly onEdit: () => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

/** One medium of the post. It is moved by drag, by its menu, and by ⌘⇧ with the arrow keys. */
export function MediaTile(props: MediaTileProps) {
  const { entry, index, count, drag, hasProblem, onBegin, onEdit, onMove, onRemove } = props
  const { t } = useLingui()
  const medium = useMedium(entry.media_id)
  const { alt, crop, focus } = mediumInPost(entry, medium ?? null)
  const name = medium?.name ?? ''
  const number = index + 1
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined && event.shiftKey && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      onMove(index + step)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove()
    }
  }
  const gap =
    drag === null ? null : drag.before === index ? 'before' : drag.before === index + 1 ? 'after' : null
  const isDragged = drag?.from === index
  const needsAlt = medium !== undefined && medium.kind !== 'document'
  return (
    <li
      className={styles.tile}
      data-tile
      data-dragged={isDragged || undefined}
      data-gap={gap !== null && drag?.from !== index ? gap : undefined}
      data-problem={hasProblem || undefined}
      onPointerDown={(event) => onBegin(event, index)}
      style={isDragged && drag !== null ? { cursor: 'grabbing' } : undefined}
    >
      <button
        type="button"
        className={styles.open}
        data-open
        onClick={onEdit}
        onKeyDown={press}
        onDragStart={(event) => event.preventDefault()}
        title={name}
      >
        {medium !== undefined && <MediumPicture medium={medium} alt="" crop={crop} focus={focus} />}
        <span className="hidden-text">{t`Edit medium ${number} of ${count}: ${name}`}</span>
        {needsAlt && (
          <span className={styles.alt} data-missing={alt === '' || undefined}>
            <span aria-hidden="true">ALT</span>
            <span className="hidden-text">{alt === '' ? t`Alt text is missing` : t`Alt text: ${alt}`}</span>
          </span>
        )}
      </button>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <Late isSpare>
        <TileMenu
          index={index}
          count={count}
          name={name}
          onEdit={onEdit}
          onMove={onMove}
          onRemove={onRemove}
        />
      </Late>
    </li>
  )
}
