import type { QueryClient } from '@tanstack/react-query'
import { isRefused } from './query-client.ts'
import { personQuery } from './session.ts'

/** How often a page may ask within this time whether it is still signed in, before a refusal is believed by itself. */
const asksAtMost = { times: 5, ms: 10_000 }

/**
 * Calls `onEnd` once the server no longer knows the session, such as after a sign-out elsewhere. One refusal does not say that: a
 * request that was on its way when the session got another cookie is refused too, and is made again. Answers how to stop.
 */
export function followSession(client: QueryClient, onEnd: () => void): () => void {
  let isAsking = false
  let asked: number[] = []
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRefused(event.action.error, 401))
      return
    asked = asked.filter((at) => Date.now() - at < asksAtMost.ms)
    if (asked.length >= asksAtMost.times) return end()
    if (!isAsking) void ask()
  })
  const end = () => {
    stop()
    client.setQueryData(personQuery.queryKey, null)
    onEnd()
  }
  const ask = async () => {
    isAsking = true
    asked.push(Date.now())
    const person = await client.fetchQuery({ ...personQuery, staleTime: 0 }).catch(() => undefined)
    isAsking = false
    if (person === null) end()
    else if (person) await client.invalidateQueries({ predicate: ({ state }) => isRefused(state.error, 401) })
  }
  return stop
}
