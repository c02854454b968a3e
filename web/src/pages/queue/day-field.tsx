import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import styles from './day-field.module.css'
import type { Weekday } from './queue-queries.ts'
import { inOrder, useWeek, useWeekdayNames } from './use-weekday-names.ts'

interface DayFieldProps {
  readonly days: readonly Weekday[]
  readonly problem: string | undefined
  readonly onChange: (days: Weekday[]) => void
}

/** The days of a week, of which any number may be chosen. */
export function DayField({ days, problem, onChange }: DayFieldProps) {
  const { t } = useLingui()
  const names = useWeekdayNames()
  const week = useWeek()
  const problemId = useId()
  return (
    <fieldset className={styles.days}>
      <legend>{t`Days`}</legend>
      {week.map((day) => (
        <label key={day} data-chosen={days.includes(day) || undefined}>
          <input
            type="checkbox"
            className="hidden-text"
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : problemId}
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(inOrder(target.checked ? [...days, day] : days.filter((each) => each !== day)))
            }
          />
          <span aria-hidden="true">{names[day].short}</span>
          <span className="hidden-text">{names[day].long}</span>
        </label>
      ))}
      {problem !== undefined && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
