import type { Calendar } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
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
}

/** The commands of the calendar, by keys and in the palette. */
export function useCalendarCommands({ view, tools, calendar, cursor, setView, goToday }: Wanted): void {
  const { t } = useLingui()
  const commands = useMemo((): readonly Command[] => {
    const step = (count: number) => setView({ date: stepView(view.view, view.date, count) })
    return [
      { id: 'calendar-today', label: t`Go to today`, keys: 't', run: goToday },
      { id: 'calendar-previous', label: t`Earlier days`, keys: '[', run: () => step(-1) },
      { id: 'calendar-next', label: t`Later days`, keys: ']', run: () => step(1) },
      { id: 'calendar-month', label: t`Show the month`, keys: '1', run: () => setView({ view: 'month' }) },
      { id: 'calendar-week', label: t`Show the week`, keys: '2', run: () => setView({ view: 'week' }) },
      { id: 'calendar-day', label: t`Show the day`, keys: '3', run: () => setView({ view: 'day' }) },
      { id: 'calendar-list', label: t`Show the list`, keys: '4', run: () => setView({ view: 'list' }) },
      {
        id: 'calendar-new',
        label: t`New post on this day`,
        keys: 'n',
        run: () => tools.newPost({ day: cursor.day }),
      },
      {
        id: 'calendar-move',
        label: t`Move the post that has the focus`,
        keys: 'm',
        run: () => {
          const post = postToLift((id) => findPost(calendar, id))
          if (post === undefined) return
          cursor.go(tools.lift.take(post), true)
        },
      },
    ]
  }, [t, view, tools, calendar, cursor, setView, goToday])
  useCommands(commands)
}
