import { ApiError } from '@crier/sdk'
import type { Person, WaysIn } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { app } from '../../session/clients.ts'
import { choosePasskey, hasPasskeys, hasPasskeysAtFields, isTurnedAway } from '../../session/passkeys.ts'
import { whereTo } from '../../session/where-to.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from '../outside/outside.module.css'
import { useSignInTrouble } from './sign-in-words.ts'

interface PasswordStepProps {
  readonly ways: WaysIn
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onSignedIn: (person: Person) => Promise<void>
  readonly onSecondFactor: (challenge: string) => void
  readonly onForgot: () => void
}

/** The first step: a passkey, which the browser offers at the field, or address and password, or the identity provider. */
export function PasswordStep(props: PasswordStepProps) {
  const { ways, email, onEmail, onSignedIn, onSecondFactor, onForgot } = props
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const signIn = useAction(async () => {
    try {
      await onSignedIn(await app.signIn({ email, password }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error
      onSecondFactor(String(error.problem.challenge))
    }
  })
  const words = useSignInTrouble(signIn.error, ways.reset_by_mail)
  return (
    <>
      <Form
        onSubmit={() => void signIn.start()}
        actions={
          <Button type="submit" fullWidth aria-disabled={signIn.isBusy}>
            {signIn.isBusy ? t`Signing in…` : t`Sign in`}
          </Button>
        }
      >
        <TextInput
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="username webauthn"
          autoFocus={email === ''}
          required
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={t`Password`}
          kind="current"
          value={password}
          onChange={setPassword}
          autoFocus={email !== ''}
          error={words}
        />
        <button type="button" className={styles.link} onClick={onForgot}>
          <Trans>Forgot your password?</Trans>
        </button>
      </Form>
      <OtherWays ways={ways} onSignedIn={onSignedIn} />
    </>
  )
}

/** Signs in with the passkey that somebody chose. */
type Enter = () => Promise<Person>

function OtherWays({ ways, onSignedIn }: Pick<PasswordStepProps, 'ways' | 'onSignedIn'>) {
  const { t } = useLingui()
  const provider = ways.oidc?.name ?? ''
  const byPasskey = useAction(async (choose: () => Promise<Enter>) => {
    try {
      await onSignedIn(await (await choose())())
    } catch (error) {
      if (!isTurnedAway(error)) throw error
    }
  })
  // The provider may know somebody from before and ask nothing. Who comes to show that it is them is to be asked.
  const search = new URLSearchParams(location.search)
  const to = whereTo(search.get('to'))
  // A longer address is not remembered on the way.
  const goal = to === '/' || to.length > 2_800 ? {} : { to }
  const byProvider = useAction(async () =>
    location.assign((await app.beginOidcSignIn({ prove: search.has('prove'), ...goal })).url),
  )
  const hasPasskey = ways.passkeys && hasPasskeys()
  useOfferedPasskeys(ways.passkeys, (enter) => byPasskey.start(async () => enter))
  const error = byPasskey.error ?? byProvider.error
  if (!hasPasskey && ways.oidc === null) return null
  return (
    <div className={styles.part}>
      <span className={styles.or}>{t`or`}</span>
      {hasPasskey && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void byPasskey.start(choosePasskey)}
        >
          {t`Sign in with a passkey`}
        </Button>
      )}
      {ways.oidc !== null && (
        <Button variant="default" fullWidth onClick={() => void byProvider.start()}>
          {t`Continue with ${provider}`}
        </Button>
      )}
      {error !== null && <Fault error={error} />}
    </div>
  )
}

// The server's question is good for five minutes.
const askAgainMs = 4 * 60_000

/** Has the browser offer the passkeys of this device at the field of the address, as long as the page is open. */
function useOfferedPasskeys(isPossible: boolean, onChosen: (enter: Enter) => Promise<unknown>): void {
  const take = useEffectEvent(onChosen)
  useEffect(() => {
    if (!isPossible) return
    let isOver = false
    const offer = async () => {
      if (!(await hasPasskeysAtFields()) || isOver) return
      // A device that offers none, or whose person chooses to type, leaves the form as it is.
      const enter = await choosePasskey(true).catch(() => null)
      if (enter && !isOver) void take(enter)
    }
    void offer()
    const timer = setInterval(() => void offer(), askAgainMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isPossible])
}
