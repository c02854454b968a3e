import type { Calendar, CalendarPost } from '@crier/sdk'
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react'
import { useFirstAnswers } from '../session/first-answers.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLater } from '../ui/use-later.ts'
import type { CalendarTools } from './calendar-tools.ts'
import type { CalendarView, Range } from './calendar-view.ts'
import { loadCarry } from './drag/pointer-drag.ts'
import { MonthGrid } from './grid/month-grid.tsx'
import { listenToCalendarKeys } from './keys.ts'
import type { Cursor } from './use-cursor.ts'

// Most people begin with a month. The other views come when nothing else is to be done, before they are asked for.
const loadAxis = () => import('./axis/axis-grid.tsx')
const loadSmall = () => import('./grid/phone-month.tsx')
const loadList = () => import('./list/list-view.tsx')
const LazyPhoneMonth = lazyPart(loadSmall, 'PhoneMonth')
const small: { Month: ComponentType<ComponentProps<typeof LazyPhoneMonth>> } = { Month: LazyPhoneMonth }

/** Brings what the window begins with besides the page itself. A phone has a month of its own, so its first picture has it. */
export async function loadFirstView(): Promise<void> {
  if (matchMedia('(width < 768px)').matches) small.Month = (await loadSmall()).PhoneMonth
}

const AxisGrid = lazyPart(loadAxis, 'AxisGrid')
const ListView = lazyPart(loadList, 'ListView')

interface CalendarBodyProps {
  readonly view: CalendarView
  readonly range: Range
  readonly calendar: Calendar | undefined
  readonly slots: readonly number[]
  readonly isPhone: boolean
  /** Whether the days are asked for and not known yet. */
  readonly isReading: boolean
  readonly tools: CalendarTools
  readonly cursor: Cursor
  /** Another object each time that somebody asks for today. */
  readonly sought: object | null
  /** Stands with the days, and comes no sooner than they do. */
  readonly children: ReactNode
}

/** The days themselves, in the view that was chosen. A phone has no room for a week, so it lists it. */
export function CalendarBody(props: CalendarBodyProps) {
  const { view, range, slots, isPhone, isReading, tools, cursor, sought } = props
  // The days are drawn at once, and their posts in pieces of work between which the page reacts to the person.
  const calendar = useLater(props.calendar, undefined)
  const isDue = useLater(true, false)
  const onKeyDown = useKeys(props)
  const hasAnswers = useFirstAnswers()
  useEffect(() => {
    if (!hasAnswers) return
    const timer = setTimeout(() => void Promise.all([loadAxis(), loadList(), loadCarry()]), 500)
    return () => clearTimeout(timer)
  }, [hasAnswers])
  const shared = { range, calendar, slots, tools, onKeyDown }
  // The head of the page stands by itself first.
  if (!isDue) return null
  return (
    <ErrorBoundary key={view.view}>
      {view.view === 'month' && !isPhone && <MonthGrid {...shared} date={view.date} />}
      <Suspense fallback={null}>
        {view.view === 'month' && isPhone && <small.Month {...shared} view={view} cursor={cursor} />}
        {(view.view === 'day' || (view.view === 'week' && !isPhone)) && <AxisGrid {...shared} />}
        {(view.view === 'list' || (view.view === 'week' && isPhone)) && (
          <ListView
            calendar={calendar}
            tools={tools}
            isPhone={isPhone}
            isReading={isReading}
            sought={sought}
          />
        )}
        {props.children}
      </Suspense>
    </ErrorBoundary>
  )
}

function useKeys({ view, tools, cursor }: CalendarBodyProps) {
  return (event: KeyboardEvent, postOf?: (id: string) => CalendarPost | undefined) => {
    // Keys of one letter are commands of the page; these are of the grid.
    if (postOf === undefined && tools.lift.lifted !== null) return
    listenToCalendarKeys(event, {
      view: view.view,
      lift: tools.lift,
      walk: cursor.walk,
      follow: (day) => day !== null && cursor.go(day, true),
      openDay: () => tools.openDay(cursor.day),
    })
  }
}
