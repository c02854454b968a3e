import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SecretInput } from './secret-input.tsx'

interface PasswordFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** `new` where one is chosen, so that the browser offers to make one. */
  readonly kind: 'current' | 'new'
  readonly error?: ReactNode
  readonly description?: string | undefined
  readonly autoFocus?: boolean
}

/** A field for a password, which can be shown while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, kind, error, description, autoFocus = false } = props
  const { t } = useLingui()
  return (
    <SecretInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete={`${kind}-password`}
      error={error}
      required
      autoFocus={autoFocus}
      maxLength={1024}
      showWords={t`Show the password`}
    />
  )
}
