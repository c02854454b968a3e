import type { FreeSlots, GetCalendarQuery, Platform, SocialAccount } from '@crier/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccountsById, usePlatformsByName } from '../data/accounts.ts'
import { isAtLeast, type Session, useSession } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { startOfDay } from '../time/zone.ts'
import { type Status, statuses } from './calendar-data.ts'
import { type Filters, isFiltered, noFilters, type Range, type ViewName } from './calendar-view.ts'

/** The most posts of a day that one answer has. */
export const mostOfDay = 1_000

/** Posts of one day that a view reads at first. */
export const perDay = { month: 4, week: 100, day: mostOfDay, list: 10 } as const satisfies Record<
  ViewName,
  number
>

interface CalendarRequest {
  readonly range: Range
  readonly filters: Filters
  /** How many posts of each day are shown; the rest is counted. */
  readonly perDay: number
}

/** The posts of some days: counts, and the first of each day. */
export const calendarQuery = (
  { api, scope, workspace }: Session,
  { range, filters, perDay }: CalendarRequest,
) =>
  queryOptions({
    // The zone decides which posts are of a day.
    queryKey: [...scope, 'calendar', workspace.timezone, range, filters, perDay],
    queryFn: ({ signal }) => api.calendar.get({ ...range, per_day: perDay, ...asQuery(filters) }, { signal }),
  })

/** How many posts the filters hide; null where there are none, or while that is not known. */
export function useHiddenCount(range: Range, filters: Filters, total: number | undefined): number | null {
  const all = useQuery({
    ...calendarQuery(useSession(), { range, filters: noFilters, perDay: 0 }),
    enabled: isFiltered(filters),
  })
  if (!isFiltered(filters) || all.data === undefined || total === undefined) return null
  return Math.max(0, all.data.total - total)
}

/** The free slots of the queue within some days; none where those have passed, and none for people who may not write. */
export const freeSlotsQuery = (
  { api, scope, workspace }: Session,
  range: Range,
  accounts: readonly string[],
) =>
  queryOptions({
    queryKey: [...scope, 'calendar', 'free-slots', workspace.timezone, workspace.role, range, accounts],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<FreeSlots['data']> => {
      const now = nowAtServer()
      const [from, to] = [
        Math.max(now, startOfDay(workspace.timezone, range.from)),
        Math.min(startOfDay(workspace.timezone, range.to) + 25 * 3_600_000, now + 365 * 86_400_000),
      ]
      if (from >= to || !isAtLeast(workspace.role, 'author')) return []
      const [begins, ends] = [new Date(from).toISOString(), new Date(to).toISOString()]
      const query = { from: begins, to: ends, limit: 100, social_account_id: accounts }
      return (await api.queueSlots.listFreeSlots(query, { signal })).data
    },
    placeholderData: keepPreviousData,
  })

/** How networks and accounts are named and painted. */
export interface NetworksAndAccounts {
  readonly platforms: ReadonlyMap<string, Platform>
  readonly accounts: ReadonlyMap<string, SocialAccount>
}

/**
 * The networks and accounts of the workspace by their names and ids; empty until they are known. The filters alone name
 * accounts, so these wait until the days are drawn.
 */
export function useNetworksAndAccounts(isDrawn: boolean): NetworksAndAccounts {
  const platforms = usePlatformsByName()
  const accounts = useAccountsById(isDrawn)
  return useMemo(() => ({ platforms, accounts }), [platforms, accounts])
}

function asQuery(filters: Filters): Partial<GetCalendarQuery> {
  const some = <T>(values: readonly T[]) => (values.length > 0 ? values : undefined)
  const known = filters.status.filter((name): name is Status => statuses.some((each) => each === name))
  return {
    social_account_id: some(filters.account),
    platform: some(filters.network),
    status: some(known),
    author: some(filters.author),
    tag: some(filters.tag),
  }
}
