import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, useCallback, useMemo } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import type { NetworksAndAccounts } from './calendar-queries.ts'
import type { CalendarTools } from './calendar-tools.ts'
import { useClockWords } from './clock-words.ts'
import { useLift } from './move/use-lift.ts'
import { useMover } from './move/use-mover.ts'
import type { Cursor } from './use-cursor.ts'
import type { NewPost, OpenMenu } from './use-presses.ts'

interface Wanted {
  readonly title: string
  readonly known: NetworksAndAccounts
  readonly today: string
  readonly cursor: Cursor
  readonly onDay: (day: string) => void
  readonly onPost: (id: string) => void
  readonly opened: string | null
  readonly onMenu: (menu: OpenMenu) => void
}

/** Gathers what the views of the calendar share. */
export function useTools({
  title,
  known,
  today,
  cursor,
  opened,
  onDay,
  onPost,
  onMenu,
}: Wanted): CalendarTools {
  const navigate = useNavigate()
  const mayWrite = isAtLeast(useSession().workspace.role, 'author')
  const words = useClockWords()
  const mover = useMover()
  const lift = useLift(mover, words)
  const newPost = useCallback(
    (when: NewPost) => void navigate({ to: '/posts/new', search: when as never }),
    [navigate],
  )
  const { day, wantsFocus, mark } = cursor
  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      const focused = target.closest<HTMLElement>('[data-day]')?.dataset.day
      if (focused !== undefined) mark(focused)
    },
    [mark],
  )
  return useMemo(
    () => ({
      format: words.format,
      words,
      known,
      mover,
      lift,
      mayWrite,
      today,
      cursor: day,
      wantsFocus,
      onFocus,
      title,
      opened,
      openPost: onPost,
      newPost,
      openDay: onDay,
      openMenu: onMenu,
    }),
    [
      words,
      known,
      mover,
      lift,
      mayWrite,
      today,
      day,
      wantsFocus,
      onFocus,
      title,
      opened,
      onPost,
      newPost,
      onDay,
      onMenu,
    ],
  )
}
