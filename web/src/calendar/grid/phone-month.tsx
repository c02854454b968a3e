import type { ComponentProps } from 'react'
import styles from '../calendar.module.css'
import type { CalendarView } from '../calendar-view.ts'
import { DayPosts } from '../day-panel.tsx'
import type { Cursor } from '../use-cursor.ts'
import { SmallMonth } from './small-month.tsx'

type PhoneMonthProps = Omit<ComponentProps<typeof SmallMonth>, 'date' | 'onChoose'> & {
  readonly view: CalendarView
  readonly slots: readonly number[]
  readonly cursor: Cursor
}

/** A month on a phone: numbers and counts, and below them the posts of the chosen day. */
export function PhoneMonth({ view, cursor, slots, ...shared }: PhoneMonthProps) {
  const { tools } = shared
  return (
    <div className={styles.below}>
      <SmallMonth {...shared} date={view.date} onChoose={(day) => cursor.go(day, true)} />
      <h2>{tools.format.longDay(cursor.day)}</h2>
      <DayPosts
        day={cursor.day}
        filters={view.filters}
        slots={slots}
        tools={tools}
        planned={
          shared.calendar === undefined ? null : shared.calendar.days.find(({ date }) => date === cursor.day)
        }
      />
    </div>
  )
}
