import { useEffect, useState } from 'react'

const watchers = new Set<(text: string) => void>()

/** Reads a sentence out to people who cannot see the calendar. Only the last of several at once is read. */
export function announce(text: string): void {
  for (const watcher of watchers) watcher(text)
}

// Keys that are held down would otherwise fill the queue of a screen reader.
const gatherMs = 100

/** The place from which sentences are read out. The page has it once. */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const watcher = (next: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => setText(next), gatherMs)
    }
    watchers.add(watcher)
    return () => {
      clearTimeout(timer)
      watchers.delete(watcher)
    }
  }, [])
  return (
    <p className="hidden-text" role="status" data-announcer>
      {text}
    </p>
  )
}
