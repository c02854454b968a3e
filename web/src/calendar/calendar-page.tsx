import type { Calendar } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useCallback, useEffect, useMemo, useState } from 'react'
import { useFirstAnswers } from '../session/first-answers.ts'
import { useSession } from '../session/session.ts'
import { useWeekStart } from '../time/week-start.ts'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Announcer } from './announcer.tsx'
import styles from './calendar.module.css'
import { CalendarBody } from './calendar-body.tsx'
import { CalendarHead } from './calendar-head.tsx'
import { CalendarNote } from './calendar-note.tsx'
import {
  calendarQuery,
  freeSlotsQuery,
  perDay,
  useHiddenCount,
  useNetworksAndAccounts,
} from './calendar-queries.ts'
import {
  type CalendarView,
  type Filters,
  isFiltered,
  noFilters,
  type Range,
  rangeOf,
  stepView,
} from './calendar-view.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { loadRefusals } from './move/use-refusal.ts'
import { useRefusalEnd } from './move/use-refusal-end.ts'
import { useOpenedPost, useStep } from './opened/use-opened-post.ts'
import { SubscribeButton } from './subscribe/subscribe-button.tsx'
import { useCalendarCommands } from './use-calendar-commands.ts'
import { useChipMenu } from './use-chip-menu.ts'
import { type Cursor, useCursor } from './use-cursor.ts'
import { useTools } from './use-tools.ts'
import { useSpanName, useView } from './use-view.ts'

const Menu = lazyPart(() => import('../ui/menu.tsx'), 'Menu')
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')
const DayPanel = lazyPart(() => import('./day-panel.tsx'), 'DayPanel')
const loadPanel = () => import('../pages/post/post-panel.tsx')
const PostPanel = lazyPart(loadPanel, 'PostPanel')

export { prepareCalendar } from './prepare-calendar.ts'

/** The posts of the workspace by their days. */
export function CalendarPage() {
  const { t } = useLingui()
  const isPhone = useMedia('(width < 768px)')
  const { view, today, setView } = useView()
  const firstDay = useWeekStart()
  const range = useMemo(() => rangeOf(view.view, view.date, firstDay), [view.view, view.date, firstDay])
  const title = useSpanName()(view.view, view.date, range)
  const { calendar, slots, error, retry, isKnown, isEmpty } = useCalendar(view, range, firstDay)
  const hidden = useHiddenCount(range, view.filters, isKnown ? calendar?.total : undefined)
  const cursor = useCursor(view, range, setView, today)
  const { day, setDay, opened, openPost } = useDayAndPost()
  const chipMenu = useChipMenu(openPost)
  const known = useNetworksAndAccounts(calendar !== undefined)
  const tools = useTools({
    title,
    known,
    today,
    cursor,
    opened: opened.id,
    onDay: setDay,
    onPost: openPost,
    onMenu: chipMenu.open,
  })
  const near = useNear(view, firstDay)
  const { sought, goToday } = useGoToday(cursor, today)
  useRefusalEnd(tools.mover, calendar)
  const openMove = chipMenu.move
  useCalendarCommands({ view, tools, calendar, setView, cursor, goToday, openMove, isPhone })
  return (
    <Page
      title={t`Calendar`}
      actions={
        <CalendarHead
          view={view.view}
          title={title}
          onStep={(count) => setView({ date: stepView(view.view, view.date, count) })}
          onToday={goToday}
          onView={(next) => setView({ view: next })}
          onNear={near}
        />
      }
    >
      <div className={styles.calendar}>
        <FilterRow
          filters={view.filters}
          calendar={calendar}
          known={known}
          hidden={hidden}
          onChange={(filters) => setView({ filters })}
        />
        {error !== null && <Trouble error={error} onRetry={retry} />}
        <CalendarBody
          view={view}
          range={range}
          calendar={calendar}
          slots={slots}
          isPhone={isPhone}
          isReading={!isKnown && error === null}
          tools={tools}
          cursor={cursor}
          sought={sought}
        >
          {isEmpty && (
            <CalendarNote
              hidden={hidden}
              isFiltered={isFiltered(view.filters)}
              isPast={range.to < today}
              isOver={!isPhone && view.view !== 'list'}
              onClear={() => setView({ filters: noFilters })}
            />
          )}
        </CalendarBody>
      </div>
      <DayOver day={day} filters={view.filters} slots={slots} tools={tools} onClose={() => setDay(null)} />
      <BesidePost opened={opened} calendar={calendar} filters={view.filters} />
      <MenuAndMove chipMenu={chipMenu} />
      <Announcer />
    </Page>
  )
}

/** The filters, and the way to the plan in a calendar of one's own beside them. */
function FilterRow(props: ComponentProps<typeof FilterBar>) {
  return (
    <div className={styles.tools}>
      <FilterBar {...props} />
      <SubscribeButton />
    </div>
  )
}

/** Goes to today; `sought` is another object each time. */
function useGoToday({ go }: Cursor, today: string) {
  const [sought, setSought] = useState<object | null>(null)
  const goToday = useCallback(() => {
    go(today)
    setSought({})
  }, [go, today])
  return { sought, goToday }
}

/** The day and the post that are open over the calendar. The panel of a day gives way to the post that was chosen in it. */
function useDayAndPost() {
  const [day, setDay] = useState<string | null>(null)
  const opened = useOpenedPost()
  const { open } = opened
  const openPost = useCallback(
    (post: string) => {
      setDay(null)
      open(post, day)
    },
    [open, day],
  )
  return { day, setDay, opened, openPost }
}

type DayOverProps = Omit<ComponentProps<typeof DayPanel>, 'day'> & { readonly day: string | null }

/** All posts of a day, while it is open. */
function DayOver({ day, ...rest }: DayOverProps) {
  return <Late onFail={rest.onClose}>{day !== null && <DayPanel day={day} {...rest} />}</Late>
}

/** The menu of a post and the dialog that moves it, each while it is open. */
function MenuAndMove({ chipMenu }: { readonly chipMenu: ReturnType<typeof useChipMenu> }) {
  const { t } = useLingui()
  const { menu, actions, moving, close, endMove } = chipMenu
  return (
    <Late onFail={menu === null ? endMove : close}>
      {menu !== null && (
        <Menu
          button={menu.button}
          label={menu.post.text === '' ? t`Post` : menu.post.text}
          actions={actions}
          onClose={close}
        />
      )}
      {moving !== null && <MoveDialog post={moving} onClose={endMove} />}
    </Late>
  )
}

interface BesidePostProps {
  readonly opened: ReturnType<typeof useOpenedPost>
  readonly calendar: Calendar | undefined
  readonly filters: Filters
}

/** The post that is open over the calendar. The code for it comes when nothing else is to be done. */
function BesidePost({ opened, calendar, filters }: BesidePostProps) {
  const step = useStep(opened, { calendar, filters })
  const hasAnswers = useFirstAnswers()
  useEffect(() => {
    if (!hasAnswers) return
    const timer = setTimeout(() => void Promise.all([loadPanel(), loadRefusals()]), 1_000)
    return () => clearTimeout(timer)
  }, [hasAnswers])
  return (
    <Late onFail={opened.close}>
      {opened.id !== null && (
        <PostPanel
          id={opened.id}
          onClose={opened.close}
          onStep={(count) => void step(count)}
          onGone={focusChip}
        />
      )}
    </Late>
  )
}

/** Gives the focus back to the chip of a post, or to its day where the chip is not shown. */
function focusChip(post: string): void {
  const chip = document.querySelector<HTMLElement>(`a[data-post="${CSS.escape(post)}"]`)
  const day = document.querySelector<HTMLElement>('[role=grid] [data-day][tabindex="0"]')
  ;(chip ?? day)?.focus()
}

interface Known {
  /** The days that are shown, as far as they are known. */
  readonly calendar: Calendar | undefined
  readonly slots: readonly number[]
  readonly error: unknown
  readonly retry: () => void
  /** False while days of another span are shown in their place. */
  readonly isKnown: boolean
  /** True once nothing is planned for sure and nothing more is to be drawn that would move what stands below the days. */
  readonly isEmpty: boolean
}

function useCalendar({ view, filters, date }: CalendarView, range: Range, firstDay: number): Known {
  const session = useSession()
  const client = useQueryClient()
  const query = useQuery({
    ...calendarQuery(session, { range, filters, perDay: perDay[view] }),
    // The days that two months share stay where they are while the others are read.
    placeholderData: keepPreviousData,
  })
  const free = useQuery(freeSlotsQuery(session, range, filters.account))
  const { data, error, refetch, isPlaceholderData } = query
  const calendar = useMemo(() => {
    if (data === undefined || !isPlaceholderData) return data
    const days = data.days.filter((day) => day.date >= range.from && day.date <= range.to)
    return { ...data, days, total: days.reduce((sum, { total }) => sum + total, 0) }
  }, [data, isPlaceholderData, range])
  const slots = useMemo(
    () => free.data?.map(({ scheduled_at }) => Date.parse(scheduled_at)) ?? [],
    [free.data],
  )
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return
    const prefetch = () => {
      for (const count of [1, -1]) {
        const next = rangeOf(view, stepView(view, date, count), firstDay)
        void client.prefetchQuery(calendarQuery(session, { range: next, filters, perDay: perDay[view] }))
      }
    }
    const timer = setTimeout(prefetch, 700)
    return () => clearTimeout(timer)
  }, [data, isPlaceholderData, client, session, view, date, filters, firstDay])
  const isKnown = data !== undefined && !isPlaceholderData
  return {
    calendar,
    slots,
    error,
    retry: () => void refetch(),
    isKnown,
    isEmpty: isKnown && data.total === 0 && !free.isLoading,
  }
}

/** Reads the days of a step before it is made. */
function useNear({ view, date, filters }: CalendarView, firstDay: number): (count: number) => void {
  const session = useSession()
  const client = useQueryClient()
  return useCallback(
    (count) => {
      const range = rangeOf(view, stepView(view, date, count), firstDay)
      void client.prefetchQuery(calendarQuery(session, { range, filters, perDay: perDay[view] }))
    },
    [session, client, view, date, filters, firstDay],
  )
}
