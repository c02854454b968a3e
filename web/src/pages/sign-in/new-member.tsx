import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { shownLanguage } from '../../boot/language.ts'
import { app } from '../../session/clients.ts'
import { Button } from '../../ui/button.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useArrival } from './use-arrival.ts'

interface NewMemberProps {
  readonly token: string
  readonly email: string
  readonly workspace: string
}

/** Makes the account of somebody who was invited. */
export function NewMember({ token, email, workspace }: NewMemberProps) {
  const { t } = useLingui()
  const arrive = useArrival()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isIn, setIn] = useState(false)
  const join = useAction(async () => {
    // The invitation is used up. Where something behind it failed, the rest alone is done again.
    if (!isIn) await app.invitations.accept({ token, password, shown_language: shownLanguage() })
    setIn(true)
    if (name.trim() !== '') await app.updatePerson({ name: name.trim() })
    await arrive(workspace)
  })
  return (
    <Form
      onSubmit={() => void join.start()}
      error={join.error}
      fields={['/password']}
      actions={
        <Button type="submit" fullWidth aria-disabled={join.isBusy}>
          {join.isBusy ? t`Joining…` : t`Join`}
        </Button>
      }
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        label={t`Your name`}
        description={t`So that the others see who wrote what.`}
        autoComplete="name"
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordField
        label={t`A password for Crier`}
        kind="new"
        description={t`At least 8 characters. Three words that have nothing in common are good.`}
        value={password}
        onChange={setPassword}
        error={faultAt(join.error, '/password')}
      />
    </Form>
  )
}
