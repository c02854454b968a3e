import type { ListAuditLogQuery } from '@crier/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextCursor } from '../../data/next-cursor.ts'
import type { Session } from '../../session/session.ts'

/** The entries that match, the newest first, in pages. */
export const auditQuery = ({ api, scope }: Session, query: ListAuditLogQuery) =>
  infiniteQueryOptions({
    queryKey: [...scope, 'audit', query],
    initialPageParam: '',
    // Every action writes an entry, so a list that was read before is an old one.
    staleTime: 0,
    queryFn: ({ signal, pageParam }) =>
      api.auditLog.list({ ...query, limit: 50, cursor: pageParam }, { signal }).page(),
    getNextPageParam: nextCursor,
  })
