import type { QueryClient } from '@tanstack/react-query'
import { isRefused } from './query-client.ts'
import { personQuery } from './session.ts'

/** Calls `onEnd` once the server no longer knows the session, such as after a sign-out elsewhere. Answers how to stop. */
export function followSession(client: QueryClient, onEnd: () => void): () => void {
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRefused(event.action.error, 401))
      return
    stop()
    client.setQueryData(personQuery.queryKey, null)
    onEnd()
  })
  return stop
}
