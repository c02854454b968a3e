import type { Calendar, CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { usePostBeside } from '../../pages/post/use-beside.ts'
import { useSession } from '../../session/session.ts'
import { announce } from '../announcer.tsx'
import { calendarQuery, mostOfDay } from '../calendar-queries.ts'
import type { Filters } from '../calendar-view.ts'
import { dayOfPost, postBeside } from './post-beside.ts'

export interface OpenedPost {
  /** The post beside the calendar; null where none is open there. */
  readonly id: string | null
  /** Opens a post: beside the calendar where there is room for both, as a page of its own elsewhere. */
  readonly open: (post: string, day?: string | null) => void
  readonly close: () => void
  /** Opens the post before or after the one that is open, as far as the calendar shows days. */
  readonly step: (count: 1 | -1) => Promise<void>
}

/** The post that is open over the calendar, and its day. */
export function useOpenedPost(): Omit<OpenedPost, 'step'> & {
  readonly dayOf: React.RefObject<string | null>
} {
  const { id, open: openBeside, close } = usePostBeside('/calendar')
  // A day has more posts than the calendar shows; the one that was opened may be one of those.
  const dayOf = useRef<string | null>(null)
  const open = useCallback(
    (next: string, day: string | null = null) => {
      dayOf.current = day
      openBeside(next)
    },
    [openBeside],
  )
  return { id, open, close, dayOf }
}

interface Shown {
  readonly calendar: Calendar | undefined
  readonly filters: Filters
}

/** Goes from one open post to the next. Days with more posts than the calendar shows are read whole. */
export function useStep(
  { id, open, dayOf }: ReturnType<typeof useOpenedPost>,
  { calendar, filters }: Shown,
): OpenedPost['step'] {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  return async (count) => {
    if (id === null || calendar === undefined) return
    const readDay = async (date: string): Promise<readonly CalendarPost[]> => {
      const range = { from: date, to: date }
      const read = await client.fetchQuery(calendarQuery(session, { range, filters, perDay: mostOfDay }))
      return read.days[0]?.posts ?? []
    }
    const day = dayOfPost(calendar, id) ?? dayOf.current
    const next = await postBeside({ calendar, id, day, count, readDay }).catch(() => null)
    if (next === null) return announce(count > 0 ? t`No later post is shown.` : t`No earlier post is shown.`)
    open(next.id, next.day)
  }
}
