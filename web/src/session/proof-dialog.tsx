import { ApiError } from '@crier/sdk'
import type { ProveInput } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { boot } from '../boot/boot.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Trouble, useTroubleWords } from '../ui/trouble.tsx'
import { app } from './clients.ts'
import { hasPasskeys, isTurnedAway, proveByPasskey } from './passkeys.ts'
import { PasswordFirst } from './password-first.tsx'
import { isRefused } from './query-client.ts'
import { SignOutButton } from './sign-out-button.tsx'

interface ProofDialogProps {
  readonly onProven: () => void
  readonly onDeclined: () => void
}

/** Asks who is there: somebody who found the browser open must not get at keys, people or the way in. */
export function ProofDialog({ onProven, onDeclined }: ProofDialogProps) {
  const { t } = useLingui()
  const security = useQuery({
    queryKey: ['security'],
    queryFn: ({ signal }) => app.getSecurity({ signal }),
  })
  return (
    <Dialog isOpen onClose={onDeclined} title={t`Is it still you?`}>
      {security.error !== null && <Trouble error={security.error} onRetry={() => void security.refetch()} />}
      {security.data !== undefined && (
        <Ways
          hasPassword={security.data.has_password}
          hasTwoFactor={security.data.has_two_factor}
          isProviderSilent={security.data.provider_tells_no_time}
          hasPasskey={security.data.passkeys > 0 && hasPasskeys()}
          onProven={onProven}
          onDeclined={onDeclined}
        />
      )}
    </Dialog>
  )
}

interface WaysProps extends ProofDialogProps {
  readonly hasPassword: boolean
  readonly hasTwoFactor: boolean
  readonly hasPasskey: boolean
  /** Whether signing in again at the identity provider would prove nothing, because it does not say when it asked. */
  readonly isProviderSilent: boolean
}

function Ways({ hasPassword, hasTwoFactor, hasPasskey, isProviderSilent, onProven, onDeclined }: WaysProps) {
  const { t } = useLingui()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (prove: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await prove()
      onProven()
    } catch (thrown) {
      if (!isTurnedAway(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const typesSomething = hasPassword || hasTwoFactor
  if (!typesSomething && !hasPasskey)
    return isProviderSilent ? (
      <PasswordFirst onDeclined={onDeclined} />
    ) : (
      <SignInAgain onDeclined={onDeclined} />
    )
  return (
    <>
      <p>
        <Trans>This changes what others can do in your name. We ask again after ten minutes.</Trans>
      </p>
      {hasPasskey && (
        <Button
          variant={typesSomething ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void run(proveByPasskey)}
        >
          {t`Use a passkey`}
        </Button>
      )}
      {typesSomething ? (
        <PasswordForm
          error={error}
          isBusy={isBusy}
          hasPassword={hasPassword}
          hasTwoFactor={hasTwoFactor}
          onSend={(given) => void run(() => app.prove(given))}
          onDeclined={onDeclined}
        />
      ) : (
        error !== null && <Trouble error={error} />
      )}
    </>
  )
}

interface PasswordFormProps {
  readonly error: unknown
  readonly isBusy: boolean
  /** Somebody who signs in at an identity provider may have none; then the code stands alone. */
  readonly hasPassword: boolean
  readonly hasTwoFactor: boolean
  readonly onSend: (given: ProveInput) => void
  readonly onDeclined: () => void
}

function PasswordForm({ error, isBusy, hasPassword, hasTwoFactor, onSend, onDeclined }: PasswordFormProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { sentence } = useTroubleWords(error)
  const isWrongCode = error instanceof ApiError && error.code === 'wrong_code'
  const words = isRefused(error, 403) ? t`The password is wrong.` : sentence
  const send = () => {
    if (isBusy || (hasPassword && password === '') || (hasTwoFactor && code === '')) return
    onSend({ ...(hasPassword ? { password } : {}), ...(hasTwoFactor ? { code: code.trim() } : {}) })
  }
  return (
    <Form
      onSubmit={send}
      actions={
        <DialogActions>
          <Button variant="default" onClick={onDeclined}>{t`Not now`}</Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? t`Checking…` : t`It's me`}
          </Button>
        </DialogActions>
      }
    >
      {hasPassword && (
        <SecretInput
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={error === null || isWrongCode ? undefined : words}
          showWords={t`Show the password`}
        />
      )}
      {hasTwoFactor && (
        <TextInput
          label={t`Code`}
          description={t`Six digits of your authenticator app, or a recovery code.`}
          autoComplete="one-time-code"
          autoFocus={!hasPassword}
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={
            isWrongCode
              ? t`This code is wrong, too old, or was used before. Wait for the next one.`
              : error === null || hasPassword
                ? undefined
                : sentence
          }
        />
      )}
    </Form>
  )
}

/** For people who have neither a password nor a passkey that this browser can use. */
function SignInAgain({ onDeclined }: Pick<ProofDialogProps, 'onDeclined'>) {
  const { t } = useLingui()
  const here = location.pathname.slice(boot.base.length) + location.search
  return (
    <>
      <p>{t`You have no password, and this browser has no passkey of yours. Sign in again; then it works for ten minutes.`}</p>
      <DialogActions>
        <Button variant="default" onClick={onDeclined}>{t`Not now`}</Button>
        <SignOutButton
          label={t`Sign in again`}
          to={`/sign-in?prove=yes&to=${encodeURIComponent(here)}`}
          variant="filled"
        />
      </DialogActions>
    </>
  )
}
