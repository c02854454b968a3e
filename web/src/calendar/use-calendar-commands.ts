import type { Calendar, CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { type Command, useCommands } from '../shell/commands.ts'
import { findPost } from './calendar-data.ts'
import type { CalendarTools } from './calendar-tools.ts'
import { type CalendarView, stepView } from './calendar-view.ts'
import { postToLift } from './keys.ts'
import type { Cursor } from './use-cursor.ts'

interface Wanted {
  readonly view: CalendarView
  readonly tools: CalendarTools
  readonly calendar: Calendar | undefined
  readonly cursor: Cursor
  readonly setView: (next: Partial<CalendarView>) => void
  readonly goToday: () => void
  /** Opens the dialog that moves a post. */
  readonly openMove: (post: CalendarPost) => void
  readonly isPhone: boolean
}

/** The commands of the calendar, by keys and in the palette. */
export function useCalendarCommands(wanted: Wanted): void {
  const { view, tools, calendar, cursor, setView, goToday, openMove, isPhone } = wanted
  const { t } = useLingui()
  const { lift, mover } = tools
  // A list and the small month have no places for arrow keys to choose among.
  const hasPlaces = view.view === 'day' || (!isPhone && view.view !== 'list')
  useEffect(() => {
    if (!hasPlaces) lift.putBack()
  }, [hasPlaces, lift])
  const commands = useMemo((): readonly Command[] => {
    const step = (count: number) => setView({ date: stepView(view.view, view.date, count) })
    const all: readonly Command[] = [
      { id: 'calendar-today', label: t`Go to today`, keys: 't', run: goToday },
      { id: 'calendar-previous', label: t`Earlier days`, keys: '[', run: () => step(-1) },
      { id: 'calendar-next', label: t`Later days`, keys: ']', run: () => step(1) },
      { id: 'calendar-month', label: t`Show the month`, keys: '1', run: () => setView({ view: 'month' }) },
      { id: 'calendar-week', label: t`Show the week`, keys: '2', run: () => setView({ view: 'week' }) },
      { id: 'calendar-day', label: t`Show the day`, keys: '3', run: () => setView({ view: 'day' }) },
      { id: 'calendar-list', label: t`Show the list`, keys: '4', run: () => setView({ view: 'list' }) },
      {
        id: 'calendar-move',
        label: t`Move the post that has the focus`,
        keys: 'm',
        run: () => {
          const post = postToLift((id) => findPost(calendar, id))
          if (post === undefined) return
          void mover.refuse(post).then((refusal) => {
            if (refusal !== null) return
            if (hasPlaces) cursor.go(lift.take(post), true)
            else openMove(post)
          })
        },
      },
    ]
    const newPost: Command = {
      id: 'calendar-new',
      label: t`New post on this day`,
      keys: 'n',
      run: () => tools.newPost({ day: cursor.day }),
    }
    return tools.mayWrite ? [...all, newPost] : all
  }, [t, view, tools, calendar, cursor, setView, goToday, openMove, hasPlaces, lift, mover])
  useCommands(commands)
}
