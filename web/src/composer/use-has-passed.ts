import { useEffect, useState } from 'react'
import type { Session } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { publishingTime } from './publishing-time.ts'

const mostMs = 60 * 60_000

/** Whether a time has passed by the clock by which posts go out. It changes by itself when that happens. */
export function useHasPassed(session: Session, at: string | null): boolean {
  const [hasPassed, setPassed] = useState(() => at !== null && Date.parse(at) <= nowAtServer())
  useEffect(() => {
    if (at === null) return setPassed(false)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const now = await publishingTime(session).catch(() => nowAtServer())
      if (isOver) return
      const leftMs = Date.parse(at) - now
      setPassed(leftMs <= 0)
      if (leftMs > 0) timer = setTimeout(() => void look(), Math.min(leftMs + 50, mostMs))
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [session, at])
  return hasPassed
}
