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
