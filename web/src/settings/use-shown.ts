import { useState } from 'react'

/** A choice that is shown at once, and falls back to what the server says when it has answered. */
export function useShown<Value>(
  value: Value,
  save: (to: Value) => Promise<unknown>,
): readonly [shown: Value, change: (to: Value) => void] {
  const [wanted, setWanted] = useState<{ readonly to: Value } | null>(null)
  const change = (to: Value) => {
    const own = { to }
    setWanted(own)
    // A later choice stays shown when an earlier one is answered.
    void save(to).finally(() => setWanted((now) => (now === own ? null : now)))
  }
  return [wanted === null ? value : wanted.to, change]
}
