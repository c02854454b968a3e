import { useEffect, useState } from 'react'

/**
 * The value as it was before the page was drawn anew, and then the present one, in a piece of work of its own: between the two the
 * browser draws, and reacts to the person. `first` stands until the component was drawn once; the value itself unless given.
 */
export function useLater<T>(value: T, first: T = value): T {
  const [later, setLater] = useState<T>(() => first)
  useEffect(() => setLater(() => value), [value])
  return later
}

// A phone draws this many rows in less time than a task may take.
const rowsAtOnce = 16

/**
 * The beginning of a list, which grows to all of it in pieces of work, between which the browser reacts to the person. `first` is how
 * many stand there at once.
 */
export function useInPieces<T>(list: readonly T[], first: number): readonly T[] {
  const [most, setMost] = useState(first)
  const isWhole = most >= list.length
  useEffect(() => {
    if (isWhole) return
    const timer = setTimeout(() => setMost(most + rowsAtOnce))
    return () => clearTimeout(timer)
  }, [most, isWhole])
  return isWhole ? list : list.slice(0, most)
}
