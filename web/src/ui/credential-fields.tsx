import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { faultAt } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { TextInput } from './text-input.tsx'

/** The way in that somebody chooses. */
interface Credentials {
  readonly email: string
  readonly password: string
}

interface CredentialFieldsProps {
  readonly value: Credentials
  readonly onChange: (value: Credentials) => void
  /** The refusal of the server, whose words about a field are shown at it. */
  readonly error: unknown
}

/** The pointers of the fields that say their own faults. */
export const credentialPointers = ['/email', '/password'] as const

/** Keeps the words that are typed into the fields of a new way in. */
export function useCredentials(): [Credentials, (value: Credentials) => void] {
  return useState<Credentials>({ email: '', password: '' })
}

/** The address and the new password of somebody who makes an account. */
export function CredentialFields({ value, onChange, error }: CredentialFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Email`}
        type="email"
        autoComplete="username"
        autoFocus
        required
        value={value.email}
        onChange={(event) => onChange({ ...value, email: event.currentTarget.value })}
        error={faultAt(error, '/email')}
      />
      <PasswordField
        label={t`Password`}
        kind="new"
        description={t`At least 8 characters. Three words that have nothing in common are good.`}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={faultAt(error, '/password')}
      />
    </>
  )
}
