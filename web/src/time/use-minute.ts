import { useEffect, useState } from 'react'
import { nowAtServer, watchServerClock } from './server-clock.ts'

/** The moment it is, anew with each minute of the clock. */
export function useMinute(): number {
  const [now, setNow] = useState(nowAtServer)
  useEffect(() => {
    const timer = setTimeout(() => setNow(nowAtServer()), 60_000 - (now % 60_000) + 5)
    return () => clearTimeout(timer)
  }, [now])
  useEffect(() => watchServerClock(() => setNow(nowAtServer())), [])
  return now
}
