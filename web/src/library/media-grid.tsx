import type { Media } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import styles from './library.module.css'
import { MediumTile } from './medium-tile.tsx'

interface MediaGridProps {
  readonly media: readonly Media[]
  readonly chosen: ReadonlySet<string>
  /** Null where the person may not change anything. */
  readonly onChoose: ((id: string, isRange: boolean) => void) | null
  /** Stands before the media: files on their way in. */
  readonly before?: ReactNode
}

const [tileWidth, gap, wordsHeight] = [160, 16, 56]
// Below this the browser draws them all; above it only the rows near the window.
const virtualFrom = 200

/** The media as squares. Arrow keys walk, Space selects, Enter opens. */
export function MediaGrid({ media, chosen, onChoose, before }: MediaGridProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  const columns = useColumns(ref)
  const [stop, setStop] = useState<string | null>(null)
  const stopAt = media.some(({ id }) => id === stop) ? stop : (media[0]?.id ?? null)
  const focus = useCallback((id: string) => setStop(id), [])
  const press = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-medium]')?.dataset.medium
    if (id === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === ' ' && onChoose !== null) {
      event.preventDefault()
      return onChoose(id, event.shiftKey)
    }
    const next = nextIndex(
      event.key,
      media.findIndex((medium) => medium.id === id),
      columns.count,
      media.length,
    )
    const target = next === null ? undefined : media[next]
    if (target === undefined) return
    event.preventDefault()
    ref.current?.querySelector<HTMLElement>(`[data-medium="${target.id}"]`)?.focus()
  }
  const tile = (medium: Media) => (
    <MediumTile
      key={medium.id}
      medium={medium}
      isChosen={chosen.has(medium.id)}
      isStop={medium.id === stopAt}
      onChoose={onChoose}
      onFocus={focus}
    />
  )
  return (
    <div ref={ref} role="group" aria-label={t`Media`} onKeyDown={press}>
      {media.length > virtualFrom ? (
        <>
          <ul className={styles.grid} style={{ marginBottom: before ? gap : 0 }}>
            {before}
          </ul>
          <Rows key={columns.width} media={media} columns={columns} tile={tile} place={ref} />
        </>
      ) : (
        <ul className={styles.grid}>
          {before}
          {media.map(tile)}
        </ul>
      )}
    </div>
  )
}

interface RowsProps {
  readonly media: readonly Media[]
  readonly columns: Columns
  readonly tile: (medium: Media) => ReactNode
  readonly place: { readonly current: HTMLElement | null }
}

/** The rows near the window, in a list as high as all of them. */
function Rows({ media, columns, tile, place }: RowsProps) {
  const { count, width } = columns
  const rowHeight = width + wordsHeight + gap
  const rows = useWindowVirtualizer({
    count: Math.ceil(media.length / count),
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: place.current?.offsetTop ?? 0,
  })
  return (
    <ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => (
        <li
          key={index}
          role="presentation"
          className={styles.virtualRow}
          style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
        >
          <ul className={styles.grid} role="presentation">
            {media.slice(index * count, (index + 1) * count).map(tile)}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface Columns {
  readonly count: number
  /** The width of one column, in pixels. */
  readonly width: number
}

function useColumns(ref: { readonly current: HTMLElement | null }): Columns {
  const [width, setWidth] = useState(tileWidth)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? tileWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  const count = Math.max(2, Math.floor((width + gap) / (tileWidth + gap)))
  return { count, width: (width - (count - 1) * gap) / count }
}

/** The place that a key leads to; null for keys that lead nowhere. */
function nextIndex(key: string, at: number, columns: number, length: number): number | null {
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: length - 1,
  }[key]
  return to === undefined || to < 0 || to >= length ? null : to
}
