import { type KeyboardEvent, useState } from 'react'
import { TextInput } from '../ui/text-input.tsx'

interface PercentInputProps {
  readonly label: string
  /** A share of the whole. */
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (share: number) => void
}

/** A share, written in percent with at most one decimal. The arrow keys change it by one percent. */
export function PercentInput({ label, value, least, most, onChange }: PercentInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const set = (share: number) => {
    if (Math.abs(share - value) > 0.0005) onChange(Math.min(share, most))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 0.01, ArrowDown: -0.01 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setTyped(null)
    set(Math.max(least, Math.min(most, value + step)))
  }
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={typed ?? `${Math.round(1_000 * value) / 10} %`}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        const share = readPercent(event.currentTarget.value)
        if (share !== null && share >= least && share <= most + 1e-6) set(share)
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
    />
  )
}

/** The share that `12.5`, `12,5` or `12.5 %` writes; null for anything else. */
function readPercent(text: string): number | null {
  const number = text.replace('%', '').replace(',', '.').trim()
  return number === '' || Number.isNaN(Number(number)) ? null : Number(number) / 100
}
