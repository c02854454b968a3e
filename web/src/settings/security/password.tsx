import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Section } from '../section.tsx'
import { readSecurityAgain } from './security-queries.ts'

/** Changes the password, or sets a first one. */
export function Password({ hasPassword }: { readonly hasPassword: boolean }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t`Password`}
      lead={
        hasPassword
          ? t`You have one. Changing it signs you out everywhere else.`
          : t`You have none. You sign in another way.`
      }
      actions={
        !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {hasPassword ? t`Change the password` : t`Set a password`}
          </Button>
        )
      }
    >
      {isOpen && <Change hasPassword={hasPassword} onDone={() => setOpen(false)} />}
    </Section>
  )
}

function Change({ hasPassword, onDone }: { readonly hasPassword: boolean; readonly onDone: () => void }) {
  const { t } = useLingui()
  const { person } = useSession()
  const proven = useProven()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const save = useAction(async () => {
    const body = { new_password: next, ...(hasPassword ? { current_password: current } : {}) }
    await proven(() => app.changePassword(body))
    toast({ text: t`Your password is changed. You are signed out everywhere else.` })
    onDone()
    await readSecurityAgain()
  })
  const isWrong = save.error instanceof ApiError && save.error.code === 'wrong_password'
  return (
    <Form
      width="narrow"
      onSubmit={() => void save.start()}
      error={isWrong ? null : save.error}
      fields={['/password', '/new_password']}
      actions={
        <>
          <Button type="submit" aria-disabled={save.isBusy}>
            {save.isBusy ? t`Changing…` : t`Change it`}
          </Button>
          <Button variant="default" onClick={onDone}>{t`Leave it`}</Button>
        </>
      }
    >
      <input type="email" autoComplete="username" value={person.email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label={t`Your password now`}
          kind="current"
          autoFocus
          value={current}
          onChange={setCurrent}
          error={isWrong ? t`This password is wrong.` : undefined}
        />
      )}
      <PasswordField
        label={t`New password`}
        description={t`At least 8 characters. You will be signed out everywhere else.`}
        kind="new"
        autoFocus={!hasPassword}
        value={next}
        onChange={setNext}
        error={faultAt(save.error, '/new_password') ?? faultAt(save.error, '/password')}
      />
    </Form>
  )
}
