import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Textarea } from '../ui/textarea.tsx'
import { useProblem } from './form-tools.ts'
import type { ViewProps } from './view-props.ts'

/** A value that no other field can show, as JSON. Text that cannot be read yet stays as it was typed, and changes nothing. */
export function JsonView({ field, value, onChange, pointer, label, isRequired }: ViewProps) {
  const { t } = useLingui()
  const problem = useProblem(pointer)
  const [typed, setTyped] = useState<string | null>(null)
  const written = value === undefined ? '' : JSON.stringify(value, null, 2)
  const text = typed ?? written
  const read = readJson(text)
  return (
    <Textarea
      label={label}
      description={field.hint ?? t`Written as JSON.`}
      error={read === 'unreadable' ? t`This is not valid JSON yet. It counts once it is.` : problem}
      aria-required={isRequired}
      rows={4}
      spellCheck={false}
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next)
        const known = readJson(next)
        if (known !== 'unreadable') onChange(known.value)
      }}
      onBlur={() => read !== 'unreadable' && setTyped(null)}
    />
  )
}

function readJson(text: string): { readonly value: unknown } | 'unreadable' {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable'
    throw error
  }
}
