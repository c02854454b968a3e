import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

// A question that stays without an answer holds up nothing.
const mostMs = 2_000

/** Whether the page has what it asked for first. Things that only stand beside it are asked for after that. */
export function useFirstAnswers(): boolean {
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isThere) return
    const look = () => client.isFetching() === 0 && setThere(true)
    // The page asks once it stands, which is after its frame does.
    const begin = setTimeout(look)
    const end = setTimeout(() => setThere(true), mostMs)
    const stop = client.getQueryCache().subscribe(({ type }) => type === 'updated' && look())
    return () => {
      clearTimeout(begin)
      clearTimeout(end)
      stop()
    }
  }, [client, isThere])
  return isThere
}
