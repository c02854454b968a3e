import type { Calendar } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { startOfDay } from '../../time/zone.ts'
import type { CalendarTools } from '../calendar-tools.ts'
import styles from './axis.module.css'

interface AxisHeadProps {
  readonly days: readonly string[]
  readonly calendar: Calendar | undefined
  readonly tools: CalendarTools
}

/** The names of the days above an axis. Each opens its day; one with more posts than are shown says how many. */
export function AxisHead({ days, calendar, tools: { format, today, words } }: AxisHeadProps) {
  const { t } = useLingui()
  const known = new Map(calendar?.days.map((day) => [day.date, day]))
  return (
    <div role="row" tabIndex={-1} className={styles.head}>
      <span role="columnheader" tabIndex={-1} className={styles.corner}>
        <span className="hidden-text">{t`Hour`}</span>
        <span aria-hidden="true">{words.format.place}</span>
      </span>
      {days.map((date) => {
        const day = known.get(date)
        const more = (day?.total ?? 0) - (day?.posts.length ?? 0)
        return (
          <span
            key={date}
            role="columnheader"
            tabIndex={-1}
            className={styles.dayName}
            data-today={date === today || undefined}
            aria-current={date === today ? 'date' : undefined}
          >
            <button type="button" data-open-day={date} tabIndex={-1}>
              <span aria-hidden="true">{format.day(startOfDay(format.zone, date))}</span>
              <span className="hidden-text">{format.longDay(date)}</span>
            </button>
            {more > 0 && (
              <button type="button" className={styles.more} data-open-day={date}>
                {t`${more} more`}
              </button>
            )}
          </span>
        )
      })}
    </div>
  )
}
