import type { ListMediaQuery, Media, MediaDetail } from '@crier/sdk'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { nextCursor } from '../data/next-cursor.ts'
import { type Session, useSession } from '../session/session.ts'

type Reader = Pick<Session, 'api' | 'scope'>

/** One medium by its id or its storage path. */
export function oneMedium({ api, scope }: Reader, name: string) {
  return queryOptions({
    queryKey: [...scope, 'media', 'one', name],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<Media> => api.media.get(name, { signal }),
  })
}

/** One medium with the posts that use it. */
export function mediumDetail({ api, scope }: Reader, name: string) {
  return queryOptions({
    queryKey: [...scope, 'media', 'detail', name],
    queryFn: ({ signal }): Promise<MediaDetail> => api.media.get(name, { signal }),
  })
}

/** The outcome of a medium for each connected account. */
export function fitsOf({ api, scope }: Reader, name: string) {
  return queryOptions({
    queryKey: [...scope, 'media', 'fits', name],
    queryFn: ({ signal }) => api.media.listFits(name, { signal }),
  })
}

const pageSize = 100

/** The library, a page after another. */
export function mediaList({ api, scope }: Reader, filters: ListMediaQuery) {
  return infiniteQueryOptions({
    queryKey: [...scope, 'media', 'list', filters],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.media.list({ ...filters, status: 'ready', cursor: pageParam, limit: pageSize }, { signal }).page(),
    getNextPageParam: nextCursor,
  })
}

/** The medium of this id or storage path; undefined while it is read. */
export function useMedium(name: string): Media | undefined {
  return useQuery(oneMedium(useSession(), name)).data
}
