import { useEffect, useState } from 'react'

/** The moment it is, anew with each minute of the clock. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000) + 5)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
