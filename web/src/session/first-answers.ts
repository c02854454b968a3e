import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

// A question that stays without an answer holds up nothing.
const mostMs = 2_000

// Safari does not say when it has nothing to do.
const whenIdle = globalThis.requestIdleCallback ?? setTimeout

/**
 * Whether the page has what it asked for first, and the browser has drawn it. Things that only stand beside it are asked for after
 * that.
 */
export function useFirstAnswers(): boolean {
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isThere) return
    // An answer may lead to the next question, and is drawn in pieces of work.
    const begin = () => setThere(true)
    const look = () => requestAnimationFrame(() => whenIdle(() => client.isFetching() === 0 && begin()))
    // The page asks once it stands, which is after its frame does.
    const first = setTimeout(look)
    const last = setTimeout(begin, mostMs)
    const stop = client.getQueryCache().subscribe(({ type }) => type === 'updated' && look())
    return () => {
      clearTimeout(first)
      clearTimeout(last)
      stop()
    }
  }, [client, isThere])
  return isThere
}
