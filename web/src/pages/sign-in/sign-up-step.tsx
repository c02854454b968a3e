import type { Person } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { shownLanguage } from '../../boot/language.ts'
import { app } from '../../session/clients.ts'
import { ownZone } from '../../time/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { CredentialFields, credentialPointers, useCredentials } from '../../ui/credential-fields.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import styles from '../outside/outside.module.css'

interface SignUpStepProps {
  readonly onSignedIn: (person: Person) => Promise<void>
  readonly onBack: () => void
}

/** Makes an account, where this server lets everybody in. */
export function SignUpStep({ onSignedIn, onBack }: SignUpStepProps) {
  const { t } = useLingui()
  const [credentials, setCredentials] = useCredentials()
  const signUp = useAction(async () => {
    const told = { timezone: ownZone(), shown_language: shownLanguage() }
    await onSignedIn(await app.signUp({ ...credentials, ...told }))
  })
  return (
    <Form
      onSubmit={() => void signUp.start()}
      error={signUp.error}
      fields={credentialPointers}
      actions={
        <Button type="submit" fullWidth aria-disabled={signUp.isBusy}>
          {signUp.isBusy ? t`Making your account…` : t`Make an account`}
        </Button>
      }
    >
      <CredentialFields value={credentials} onChange={setCredentials} error={signUp.error} />
      <button type="button" className={styles.link} onClick={onBack}>
        <Trans>I have an account already</Trans>
      </button>
    </Form>
  )
}
