import { RateLimitError } from '@crier/sdk'
import type { WaysIn } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { shownLanguage } from '../../boot/language.ts'
import { app } from '../../session/clients.ts'
import { Button } from '../../ui/button.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from '../outside/outside.module.css'
import { Note } from '../outside/outside.tsx'

interface ForgotStepProps {
  readonly email: string
  readonly ways: WaysIn
  readonly onEmail: (email: string) => void
  readonly onBack: () => void
}

/** Asks for a link to set a new password, where this server sends mail. */
export function ForgotStep({ email, ways, onEmail, onBack }: ForgotStepProps) {
  const { t } = useLingui()
  const [isSent, setSent] = useState(false)
  const ask = useAction(async () => {
    await app.requestPasswordReset({ email, shown_language: shownLanguage() })
    setSent(true)
  })
  const back = (
    <button type="button" className={styles.link} onClick={onBack}>
      <Trans>Back to the sign-in</Trans>
    </button>
  )
  if (!ways.reset_by_mail)
    return (
      <>
        <p>
          <Trans>
            This Crier sends no mail. Whoever runs the server can make a link for you with this command:
          </Trans>
        </p>
        <pre className={styles.command}>
          <code>
            {ways.operator_command} people reset-password {email === '' ? 'you@example.org' : email}
          </code>
        </pre>
        {back}
      </>
    )
  if (isSent)
    return (
      <>
        <Note>
          <Trans>
            If {email} has an account here, a link is on its way. It works for one hour. Look in your spam
            folder too.
          </Trans>
        </Note>
        {back}
      </>
    )
  const tooMany =
    ask.error instanceof RateLimitError
      ? t`Too many links were asked for. Look into your mail, or wait an hour.`
      : undefined
  return (
    <Form
      onSubmit={() => void ask.start()}
      error={tooMany === undefined ? ask.error : null}
      fields={['/email']}
      actions={
        <Button type="submit" fullWidth aria-disabled={ask.isBusy}>
          {ask.isBusy ? t`Asking…` : t`Send me a link`}
        </Button>
      }
    >
      <TextInput
        label={t`Email`}
        type="email"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        error={tooMany ?? faultAt(ask.error, '/email')}
      />
      {back}
    </Form>
  )
}
