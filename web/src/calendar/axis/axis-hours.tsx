import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { CalendarTools } from '../calendar-tools.ts'
import { FreeSlot } from '../free-slot.tsx'
import { PostChip } from '../post-chip.tsx'
import styles from './axis.module.css'
import type { AxisRow, Hour } from './axis-rows.ts'

interface AxisHoursProps {
  readonly row: AxisRow
  /** Whether a day shows this hour twice. */
  readonly isRepeated: boolean
  readonly days: readonly string[]
  readonly posts: readonly CalendarPost[]
  readonly slots: readonly number[]
  /** This minute, which today marks with a line. */
  readonly now: number
  readonly most: number
  /** Whether it is the first that Tab may come to. */
  readonly isFirst: boolean
  readonly tools: CalendarTools
  readonly onOpen: () => void
}

/** A row of the axis: an hour of each day, or hours in which nothing is planned. */
export function AxisHours(props: AxisHoursProps) {
  const { row, isRepeated, days, tools, onOpen } = props
  const { t } = useLingui()
  const { words } = tools
  const [from, until] = [words.hour(row.hour), words.hour(row.until % 24)]
  if (row.isFolded)
    return (
      <div role="row" tabIndex={-1} className={styles.folded}>
        <span role="gridcell" tabIndex={-1} className={styles.foldedCell} aria-colspan={days.length + 1}>
          <button type="button" data-dwell onClick={onOpen}>
            {t`${from}–${until}, nothing`}
          </button>
        </span>
      </div>
    )
  const season = row.pass > 0 ? t`winter` : t`summer`
  return (
    <div role="row" tabIndex={-1} className={styles.row}>
      <span role="rowheader" tabIndex={-1} className={styles.hour}>
        {from}
        {isRepeated && <span className={styles.season}>{season}</span>}
      </span>
      {row.cells.map((cell, index) => (
        <AxisCell key={days[index]} {...props} cell={cell} day={days[index] ?? ''} />
      ))}
    </div>
  )
}

interface AxisCellProps extends AxisHoursProps {
  readonly cell: Hour | null
  readonly day: string
}

function AxisCell({ row, cell, day, days, posts, slots, now, most, isFirst, tools }: AxisCellProps) {
  const { t } = useLingui()
  const { format, known, words, cursor, today, lift, mover, openDay, opened } = tools
  if (cell === null) return <MissingHour row={row} words={words} />
  const within = (at: number) => at >= cell.from && at < cell.to
  const own = posts.filter(({ at }) => within(Date.parse(at)))
  const more = own.length - most
  const { lifted } = lift
  const isLanding = lifted !== null && within(lifted.landing.at)
  const isCurrent = isLanding || (lifted === null && isFirst && day === cursor)
  const name = `${format.moment(cell.from)}, ${own.length === 0 ? t`nothing planned` : own.length === 1 ? t`1 post` : t`${own.length} posts`}`
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-day={day}
      data-from={cell.from}
      data-to={cell.to}
      data-today={day === today || undefined}
      data-landing={isLanding || undefined}
      tabIndex={isCurrent ? 0 : -1}
    >
      <span className="hidden-text">{name}</span>
      {within(now) && <NowLine part={(now - cell.from) / (cell.to - cell.from)} />}
      {isLanding && <span className={styles.landing}>{lifted.words}</span>}
      {own.slice(0, most).map((post) => (
        <PostChip
          key={post.id}
          post={post}
          lines={linesOf(days.length, own.length)}
          format={format}
          known={known.platforms}
          isReached={day === cursor}
          isOpened={opened === post.id}
          refused={mover.refused?.post === post.id ? mover.refused : null}
        />
      ))}
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => openDay(day)}>
          {t`${more} more`}
        </button>
      )}
      {slots.filter(within).map((at) => (
        <FreeSlot key={at} at={at} format={format} isReached={day === cursor} />
      ))}
    </div>
  )
}

/** Marks this minute, as far down the hour as it has passed. */
function NowLine({ part }: { readonly part: number }) {
  return (
    <span data-now className={styles.now} style={{ '--part': part } as CSSProperties} aria-hidden="true" />
  )
}

/** An hour that a day does not have: its clocks go forward, or another day shows it twice. */
function MissingHour({ row, words }: { readonly row: AxisRow; readonly words: CalendarTools['words'] }) {
  const { t } = useLingui()
  if (row.pass > 0) return <div role="gridcell" tabIndex={-1} className={styles.nothing} />
  const [from, to] = [words.hour(row.hour), words.hour((row.hour + 1) % 24)]
  return (
    <div role="gridcell" tabIndex={-1} className={styles.gap}>
      {t`Clocks go forward: ${from} → ${to}`}
    </div>
  )
}

/** A day alone is wide enough for the words beside the time. Among several, the words are below it. */
function linesOf(days: number, posts: number): 0 | 1 | 2 {
  if (days === 1) return 0
  return posts > 2 ? 1 : 2
}
