import { useLingui } from '@lingui/react'
import { dateFormat } from '../../time/date-format.ts'
import { regionalLocale } from '../../time/format.ts'
import styles from './month.module.css'

/** The names of the days of a week. */
export function WeekdayRow({ days }: { readonly days: readonly string[] }) {
  const { i18n } = useLingui()
  const locale = regionalLocale(i18n.locale)
  const short = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const long = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <div role="row" tabIndex={-1} className={styles.weekdays}>
      {days.map((day) => (
        <span key={day} role="columnheader" tabIndex={-1} className={styles.weekday}>
          <span aria-hidden="true">{short.format(new Date(`${day}T00:00:00Z`))}</span>
          <span className="hidden-text">{long.format(new Date(`${day}T00:00:00Z`))}</span>
        </span>
      ))}
    </div>
  )
}
