import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { TextInput } from './text-input.tsx'

interface SearchFieldProps {
  readonly label: string
  /** The words that are searched for now. */
  readonly value: string
  /** Told of other words once the person pauses. */
  readonly onChange: (value: string) => void
  readonly className?: string | undefined
}

const pauseMs = 250
// The API takes no longer ones.
const mostCharacters = 200

/** The field for the words by which a list is searched. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Words that changed elsewhere, such as by Clear, go before those that were typed.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={mostCharacters}
      leftSection={<IconSearch size={18} stroke={1.75} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
