import type { Calendar, CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef } from 'react'
import { groupBy } from '../../data/group-by.ts'
import { dayAt } from '../../time/zone.ts'
import { type CalendarDay, findPost } from '../calendar-data.ts'
import type { CalendarTools } from '../calendar-tools.ts'
import { daysOf, type Range } from '../calendar-view.ts'
import { keepClock } from '../move/landing.ts'
import { slotPlace } from '../move/slot-place.ts'
import { listenToPresses } from '../use-presses.ts'
import styles from './month.module.css'
import { MonthCell } from './month-cell.tsx'
import { useCursorFocus } from './use-cursor-focus.ts'
import { useMostPostsPerDay } from './use-most-posts-per-day.ts'
import { WeekdayRow } from './weekday-row.tsx'

interface MonthGridProps {
  readonly range: Range
  /** A day of the month. */
  readonly date: string
  readonly calendar: Calendar | undefined
  readonly slots: readonly number[]
  readonly tools: CalendarTools
  /** Hears the keys that walk, open and move. */
  readonly onKeyDown: (event: KeyboardEvent, postOf: (id: string) => CalendarPost | undefined) => void
}

/** The weeks of a month as a grid: drag a post to another day, or walk with the arrow keys. */
export function MonthGrid({ range, date, calendar, slots, tools, onKeyDown }: MonthGridProps) {
  const { t } = useLingui()
  const { format, known, cursor, mayWrite, today, lift, mover, opened } = tools
  const ref = useRef<HTMLDivElement>(null)
  useCursorFocus(ref, tools)
  const days = useMemo(() => daysOf(range), [range])
  const weeks = days.length / 7
  const most = useMostPostsPerDay(weeks)
  const byDate = useMemo(() => new Map(calendar?.days.map((day) => [day.date, day])), [calendar])
  const slotsOf = useMemo(() => groupBy(slots, (at) => dayAt(format.zone, at)), [slots, format.zone])
  const postOf = (id: string) => findPost(calendar, id)
  const presses = listenToPresses({
    ...tools,
    postOf,
    placeAt: placeInMonth(tools, t`same time`, t`free slot`),
  })
  return (
    <div
      ref={ref}
      role="grid"
      aria-label={tools.title}
      className={styles.month}
      style={{ '--weeks': weeks } as CSSProperties}
      {...presses}
      onFocus={tools.onFocus}
      onKeyDown={(event) => onKeyDown(event, postOf)}
    >
      <WeekdayRow days={days.slice(0, 7)} />
      {Array.from({ length: weeks }, (_, week) => (
        <div key={days[week * 7]} role="row" tabIndex={-1} className={styles.week}>
          {days.slice(week * 7, week * 7 + 7).map((day) => {
            const content = byDate.get(day)
            return (
              <MonthCell
                key={day}
                date={day}
                day={content}
                most={most}
                slots={slotsOf.get(day) ?? noSlots}
                mayWrite={mayWrite}
                isOther={day.slice(0, 7) !== date.slice(0, 7)}
                when={day === today ? 'today' : day < today ? 'past' : 'future'}
                isCurrent={day === cursor}
                landing={lift.lifted?.day === day ? lift.lifted.words : null}
                refused={hasPost(content, mover.refused?.post) ? mover.refused : null}
                opened={hasPost(content, opened) ? opened : null}
                format={format}
                known={known.platforms}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

const noSlots: readonly number[] = []

function hasPost(day: CalendarDay | undefined, id: string | null | undefined): boolean {
  return day?.posts.some((post) => post.id === id) ?? false
}

/** A drop in the month keeps the time of the clock, or takes that of a free slot. */
function placeInMonth({ format, mover }: CalendarTools, sameTime: string, freeSlot: string) {
  return (post: CalendarPost, target: Element | null) => {
    const slot = slotPlace({ format, mover, freeSlot }, post, target)
    if (slot !== null) return slot
    const cell = target?.closest<HTMLElement>('[data-day]')
    const day = cell?.dataset.day
    if (!cell || day === undefined || day === dayAt(format.zone, Date.parse(post.at))) return null
    const { at, clock } = keepClock(format.zone, Date.parse(post.at), day)
    const words = clock.kind === 'gap' ? format.moment(at) : `${format.moment(at)}, ${sameTime}`
    return { words, box: cell.getBoundingClientRect(), drop: () => void mover.move(post, at, clock) }
  }
}
