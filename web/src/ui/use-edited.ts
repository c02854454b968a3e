import { useState } from 'react'

/** The text of a field that begins with a known value. It follows that value as long as nobody has typed another. */
export function useEdited(known: string): [string, (text: string) => void] {
  const [text, setText] = useState(known)
  const [before, setBefore] = useState(known)
  if (known !== before) {
    setBefore(known)
    if (text.trim() === before) setText(known)
  }
  return [text, setText]
}
