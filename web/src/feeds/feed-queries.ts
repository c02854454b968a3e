import type { Feed, FeedItem } from '@crier/sdk'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { nextCursor } from '../data/next-cursor.ts'
import { type Session, useSession } from '../session/session.ts'

export type Outcome = FeedItem['outcome']

/** The feeds of the workspace, newest first. Looks change them without an event, so they are read again while they are shown. */
export const feedsQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'feeds', 'all'],
    queryFn: ({ signal }) => api.feeds.list({}, { signal }).toArray(),
    refetchInterval: 30_000,
  })

/** One feed. */
export const feedQuery = ({ api, scope }: Session, id: string) =>
  queryOptions({
    queryKey: [...scope, 'feeds', id],
    queryFn: ({ signal }) => api.feeds.get(id, { signal }),
    refetchInterval: 15_000,
  })

/** The items of a feed, what was found last first. Items that are about to become posts change within seconds. */
export const itemsQuery = ({ api, scope }: Session, id: string, outcome: Outcome | null) =>
  infiniteQueryOptions({
    queryKey: [...scope, 'feeds', id, 'items', outcome],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.feeds
        .listItems(id, { limit: 50, cursor: pageParam, ...(outcome === null ? {} : { outcome }) }, { signal })
        .page(),
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap(({ data }) => data) ?? []
      return items.some((item) => item.outcome === 'due') ? 2_000 : 15_000
    },
  })

/** Reads everything about feeds again, after one has changed. */
export function useFeedsChanged(): () => Promise<void> {
  const { scope } = useSession()
  const client = useQueryClient()
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: [...scope, 'attention'] })
    await client.invalidateQueries({ queryKey: [...scope, 'feeds'] })
  }, [client, scope])
}

/** Whether Crier looks at a feed by itself. */
export function isRunning({ status }: Feed): boolean {
  return status === 'active' || status === 'failing'
}
