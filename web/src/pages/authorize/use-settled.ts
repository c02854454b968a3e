import { useEffect, useState } from 'react'

const settleMs = 600

/**
 * Whether the page has had the focus for a moment. A page of somebody else's may lie over it and go away between the two presses of
 * a double one, whose second press would then agree to what nobody has read.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer = 0
    const wait = () => {
      setSettled(false)
      clearTimeout(timer)
      timer = window.setTimeout(() => setSettled(true), settleMs)
    }
    wait()
    for (const event of ['focus', 'visibilitychange', 'pageshow']) window.addEventListener(event, wait)
    return () => {
      clearTimeout(timer)
      for (const event of ['focus', 'visibilitychange', 'pageshow']) window.removeEventListener(event, wait)
    }
  }, [])
  return isSettled
}
