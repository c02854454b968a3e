import { type RefObject, useLayoutEffect } from 'react'
import type { CalendarTools } from '../calendar-tools.ts'

/** Gives the focus to the day that the keys walked to, once it is drawn, or to the place at which they hold a post. */
export function useCursorFocus(
  grid: RefObject<HTMLElement | null>,
  { cursor, wantsFocus }: CalendarTools,
): void {
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const find = (part: string) => grid.current?.querySelector<HTMLElement>(`[role="gridcell"]${part}`)
    const cell = find('[data-landing]') ?? find(`[data-day="${cursor}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus()
  })
}
