import { type RefObject, useLayoutEffect } from 'react'
import type { CalendarTools } from '../calendar-tools.ts'

/** Gives the focus to the day that the keys walked to, once it is drawn. */
export function useCursorFocus(
  grid: RefObject<HTMLElement | null>,
  { cursor, wantsFocus }: CalendarTools,
): void {
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"][role="gridcell"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus()
  })
}
