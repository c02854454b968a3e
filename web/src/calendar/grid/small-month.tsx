import type { Calendar } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef } from 'react'
import { readDay } from '../../time/zone.ts'
import type { CalendarTools } from '../calendar-tools.ts'
import { daysOf, type Range } from '../calendar-view.ts'
import styles from './small-month.module.css'
import { useCursorFocus } from './use-cursor-focus.ts'
import { WeekdayRow } from './weekday-row.tsx'

interface SmallMonthProps {
  readonly range: Range
  readonly date: string
  readonly calendar: Calendar | undefined
  readonly tools: CalendarTools
  /** Chooses the day whose posts are shown below. */
  readonly onChoose: (day: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

// Any of these on a day means that it waits for a person.
const loud = ['held', 'needs_review', 'failed', 'partial']

/** The weeks of a month on a phone: numbers, and how many posts each day has. */
export function SmallMonth({ range, date, calendar, tools, onChoose, onKeyDown }: SmallMonthProps) {
  const { t } = useLingui()
  const { format, cursor, today } = tools
  const ref = useRef<HTMLDivElement>(null)
  useCursorFocus(ref, tools)
  const days = daysOf(range)
  const byDate = new Map(calendar?.days.map((day) => [day.date, day]))
  return (
    <div ref={ref} role="grid" aria-label={tools.title} className={styles.month} onKeyDown={onKeyDown}>
      <WeekdayRow days={days.slice(0, 7)} />
      {Array.from({ length: days.length / 7 }, (_, week) => (
        <div key={days[week * 7]} role="row" tabIndex={-1} className={styles.week}>
          {days.slice(week * 7, week * 7 + 7).map((day) => {
            const known = byDate.get(day)
            const total = known?.total ?? 0
            const isLoud = loud.some((status) => (known?.statuses[status] ?? 0) > 0)
            const name = format.longDay(day)
            return (
              <button
                key={day}
                type="button"
                role="gridcell"
                className={styles.cell}
                data-day={day}
                data-today={day === today || undefined}
                aria-current={day === today ? 'date' : undefined}
                data-other={day.slice(0, 7) !== date.slice(0, 7) || undefined}
                data-loud={isLoud || undefined}
                aria-selected={day === cursor}
                tabIndex={day === cursor ? 0 : -1}
                onClick={() => onChoose(day)}
              >
                <span className={styles.number} aria-hidden="true">
                  {readDay(day).day}
                </span>
                <span className={styles.count} aria-hidden="true">
                  {total > 0 ? (total > 99 ? '99+' : total) : ''}
                </span>
                <span className="hidden-text">
                  {total === 0
                    ? t`${name}, nothing planned`
                    : total === 1
                      ? t`${name}, 1 post`
                      : t`${name}, ${total} posts`}
                  {isLoud && ` ${t`Something needs you.`}`}
                </span>
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}
