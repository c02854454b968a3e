import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { findSlash, type Slash } from './find-slash.ts'

interface AskedBySlash {
  /** The slash that asks now; null where none does. */
  readonly slash: Slash | null
  /** Asks no more, until another slash is typed. */
  readonly leave: () => void
}

/**
 * The slash behind which somebody types. One begins to ask when something is typed behind it, not when the cursor comes by or
 * something is pasted or taken back.
 */
export function useSlash(field: RefObject<HTMLTextAreaElement | null>): AskedBySlash {
  const [slash, setSlash] = useState<Slash | null>(null)
  const left = useRef<number | null>(null)
  const find = useCallback(() => {
    const { current: input } = field
    if (input === null || document.activeElement !== input) return null
    return input.selectionStart === input.selectionEnd ? findSlash(input.value, input.selectionStart) : null
  }, [field])
  useEffect(() => {
    const look = (isTyped: boolean) => {
      const found = find()
      if (found?.at !== left.current) left.current = null
      const asks = (now: Slash | null) =>
        found !== null && left.current === null && (isTyped || now?.at === found.at)
      setSlash((now) => (asks(now) ? found : null))
    }
    const onInput = (event: Event) =>
      look(!/^(?:history|insertFrom|insertReplacement)/.test((event as InputEvent).inputType))
    const onMove = () => look(false)
    const { current: input } = field
    input?.addEventListener('input', onInput)
    input?.addEventListener('blur', onMove)
    document.addEventListener('selectionchange', onMove)
    // The slash for which this was loaded.
    look(true)
    return () => {
      input?.removeEventListener('input', onInput)
      input?.removeEventListener('blur', onMove)
      document.removeEventListener('selectionchange', onMove)
    }
  }, [field, find])
  const leave = useCallback(() => {
    left.current = find()?.at ?? null
    setSlash(null)
  }, [find])
  return { slash, leave }
}
