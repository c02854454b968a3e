import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { memo } from 'react'
import { boot } from '../../boot/boot.ts'
import type { TimeFormat } from '../../time/format.ts'
import { readDay } from '../../time/zone.ts'
import type { CalendarDay } from '../calendar-data.ts'
import type { NetworksAndAccounts } from '../calendar-queries.ts'
import { FreeSlot } from '../free-slot.tsx'
import type { RefusedPost } from '../move/use-mover.ts'
import { PostChip } from '../post-chip.tsx'
import styles from './month.module.css'

interface MonthCellProps {
  readonly date: string
  /** Undefined until it is known. */
  readonly day: CalendarDay | undefined
  /** The most chips that are shown. */
  readonly most: number
  /** Moments at which the queue has room. */
  readonly slots: readonly number[]
  readonly mayWrite: boolean
  readonly isOther: boolean
  readonly when: 'past' | 'today' | 'future'
  /** Whether Tab comes to this day. */
  readonly isCurrent: boolean
  /** The words of a post that is moved here by keys; null for none. */
  readonly landing: string | null
  readonly refused: RefusedPost | null
  /** The post of this day that is open beside the calendar; null for none. */
  readonly opened: string | null
  readonly format: TimeFormat
  readonly known: NetworksAndAccounts['platforms']
}

/** A day of the month: its first posts, and how many more there are. */
export const MonthCell = memo(function MonthCell(props: MonthCellProps) {
  const {
    date,
    day,
    most,
    slots,
    mayWrite,
    isOther,
    when,
    isCurrent,
    landing,
    refused,
    opened,
    format,
    known,
  } = props
  const { t } = useLingui()
  const shown = day?.posts.slice(0, most) ?? []
  const more = (day?.total ?? 0) - shown.length
  const name = format.longDay(date)
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-day={date}
      data-when={when}
      data-other={isOther || undefined}
      aria-current={when === 'today' ? 'date' : undefined}
      data-landing={landing === null ? undefined : ''}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={cellName(t, name, day?.total ?? 0)}
    >
      <div className={styles.cellHead}>
        <button type="button" className={styles.number} data-open-day={date} tabIndex={-1}>
          <span aria-hidden="true">{readDay(date).day}</span>
          <span className="hidden-text">{name}</span>
        </button>
        {landing !== null && <span className={styles.landing}>{landing}</span>}
        {mayWrite && when !== 'past' && (
          <a
            className={styles.plus}
            href={`${boot.base}/posts/new?day=${date}`}
            data-new={date}
            tabIndex={isCurrent ? 0 : -1}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            <span className="hidden-text">{t`New post on ${name}`}</span>
          </a>
        )}
        {more > 0 && landing === null && (
          <button type="button" className={styles.more} data-open-day={date} tabIndex={isCurrent ? 0 : -1}>
            {t`${more} more`}
            <span className="hidden-text">{name}</span>
          </button>
        )}
      </div>
      {shown.map((post) => (
        <PostChip
          key={post.id}
          post={post}
          lines={linesOf(shown.length, most)}
          format={format}
          known={known}
          isReached={isCurrent}
          isOpened={opened === post.id}
          refused={refused?.post === post.id ? refused : null}
        />
      ))}
      {slots.slice(0, Math.max(0, most - heightOf(shown.length, most))).map((at) => (
        <FreeSlot key={at} at={at} format={format} isReached={isCurrent} isQuiet />
      ))}
    </div>
  )
})

/** A day has room for two lines of one post, or a line of two where there is room for three. */
function linesOf(count: number, most: number): 0 | 1 | 2 {
  if (count === 1) return 2
  return count === 2 && most > 2 ? 1 : 0
}

/** The height of so many posts, in posts of one line. */
function heightOf(count: number, most: number): number {
  return count + (linesOf(count, most) > 0 ? 1 : 0)
}

function cellName(t: ReturnType<typeof useLingui>['t'], name: string, total: number): string {
  if (total === 0) return t`${name}, nothing planned`
  return total === 1 ? t`${name}, 1 post` : t`${name}, ${total} posts`
}
