import { useCallback, useMemo, useRef, useState } from 'react'
import { useWeekStart } from '../time/week-start.ts'
import { addDays, startOfWeek } from '../time/zone.ts'
import { addMonths, type CalendarView, type Range } from './calendar-view.ts'

export interface Cursor {
  /** The day to which Tab comes. */
  readonly day: string
  readonly wantsFocus: React.RefObject<boolean>
  /** Goes to a day, and shows it. */
  readonly go: (day: string, takesFocus?: boolean) => void
  /** Marks the day that got the focus in another way. */
  readonly mark: (day: string) => void
  readonly walk: (to: {
    readonly days?: number
    readonly months?: number
    readonly edge?: 'start' | 'end'
  }) => void
}

/** The one day of the grid that can have the focus. Days beyond the grid bring their month. */
export function useCursor(
  { view, date }: CalendarView,
  range: Range,
  setView: (next: Partial<CalendarView>) => void,
  today: string,
): Cursor {
  const firstDay = useWeekStart()
  // A day that the address names counts as chosen. Without one the cursor is on today, whichever day that is by now.
  const [chosen, setChosen] = useState(date === today ? null : date)
  const wantsFocus = useRef(false)
  const isShown = (day: string) => day >= range.from && day <= range.to
  const usual = isShown(today) && view !== 'day' ? today : date
  const day = chosen !== null && isShown(chosen) ? chosen : usual
  const go = useCallback(
    (next: string, takesFocus = false) => {
      wantsFocus.current = takesFocus
      setChosen(next)
      const isOtherMonth = view === 'month' && next.slice(0, 7) !== date.slice(0, 7)
      const isBeyond = next < range.from || next > range.to
      if (isBeyond || (isOtherMonth && !takesFocus)) setView({ date: next })
    },
    [view, date, range, setView],
  )
  const walk = useCallback<Cursor['walk']>(
    ({ days, months, edge }) => {
      const start = startOfWeek(day, firstDay)
      if (days !== undefined) go(addDays(day, days), true)
      else if (months !== undefined) {
        go(addMonths(day, months), true)
        if (view === 'month') setView({ date: addMonths(day, months) })
      } else go(edge === 'start' ? start : addDays(start, 6), true)
    },
    [day, firstDay, go, view, setView],
  )
  return useMemo(() => ({ day, wantsFocus, go, mark: setChosen, walk }), [day, go, walk])
}
