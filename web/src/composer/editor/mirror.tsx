import { memo, useMemo } from 'react'
import { findRanges, type Range } from '../counting/find-links.ts'
import styles from './editor.module.css'

interface Piece {
  readonly start: number
  readonly text: string
  readonly kind: Range['kind'] | null
  readonly isOver: boolean
}

/** The text of the field above it, unseen but for the grounds of its links, its mentions and its excess. */
export const Mirror = memo(({ text, over }: { readonly text: string; readonly over: number | null }) => {
  const pieces = useMemo(() => cut(text, over), [text, over])
  return (
    <div className={styles.mirror} aria-hidden="true">
      {pieces.map(({ start, text: part, kind, isOver }) => (
        <span key={start} data-kind={kind ?? undefined} data-over={isOver || undefined}>
          {part}
        </span>
      ))}
      {/* The last line feed of a text would have no height of its own. */}
      {'\n'}
    </div>
  )
})

function cut(text: string, over: number | null): Piece[] {
  const ranges = findRanges(text)
  const places = new Set([0, text.length, over ?? 0, ...ranges.flatMap(({ start, end }) => [start, end])])
  const borders = [...places].filter((place) => place <= text.length).sort((one, other) => one - other)
  return borders.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, borders[index + 1]),
    kind: ranges.find((range) => range.start <= start && start < range.end)?.kind ?? null,
    isOver: over !== null && start >= over,
  }))
}
