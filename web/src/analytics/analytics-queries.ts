import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { nextCursor } from '../data/next-cursor.ts'
import type { Session } from '../session/session.ts'
import type { Span } from './span.ts'

// Results are counted some seconds after they are published, and no event says when.
const lookAgainMs = 30_000

/** How publishing went in a span of days, by the clock of the workspace. */
export const summaryQuery = ({ api, scope }: Session, { from, to }: Pick<Span, 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...scope, 'analytics', 'summary', from, to],
    refetchInterval: lookAgainMs,
    queryFn: ({ signal }) => api.analytics.summarize({ from, to }, { signal }),
  })

/** The published posts with what networks tell of them, the newest first. */
export const figuresQuery = ({ api, scope }: Session) =>
  infiniteQueryOptions({
    queryKey: [...scope, 'analytics', 'posts'],
    initialPageParam: '',
    refetchInterval: lookAgainMs,
    queryFn: ({ pageParam: cursor, signal }) => api.analytics.list({ cursor, limit: 20 }, { signal }).page(),
    getNextPageParam: nextCursor,
  })
