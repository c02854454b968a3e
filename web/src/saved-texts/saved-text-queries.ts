import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Session, useSession } from '../session/session.ts'

/** All saved texts of the workspace. Others change them without an event, so they are read again when the window is. */
export const savedTextsQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'saved-texts'],
    staleTime: 15_000,
    queryFn: ({ signal }) => api.savedTexts.list({ limit: 200 }, { signal }).toArray(),
  })

/** Reads the saved texts again, after one has changed. */
export function useSavedTextsChanged(): () => Promise<void> {
  const { scope } = useSession()
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [...scope, 'saved-texts'] }), [client, scope])
}
