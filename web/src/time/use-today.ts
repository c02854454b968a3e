import { useSyncExternalStore } from 'react'
import { nowAtServer, watchServerClock } from './server-clock.ts'
import { dayAt } from './zone.ts'

const lookMs = 15_000

/** Today by the clock of a zone, such as `2026-10-13`. A page that stays open overnight begins the next day by itself. */
export function useToday(zone: string): string {
  return useSyncExternalStore(watchClock, () => dayAt(zone, nowAtServer()))
}

function watchClock(watcher: () => void): () => void {
  const timer = setInterval(watcher, lookMs)
  const stop = watchServerClock(watcher)
  return () => {
    clearInterval(timer)
    stop()
  }
}
