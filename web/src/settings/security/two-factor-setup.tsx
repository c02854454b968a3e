import { ApiError } from '@crier/sdk'
import type { TotpSetup } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import sections from '../section.module.css'
import styles from './two-factor.module.css'

interface TwoFactorSetupProps {
  /** Answers the recovery codes, which are shown this once. */
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Takes the secret into an app, and has a code of it show that it arrived. */
export function TwoFactorSetup({ onDone, onClose }: TwoFactorSetupProps) {
  const proven = useProven()
  const setup = useQuery({
    queryKey: ['two-factor-setup'],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => proven(() => app.beginTwoFactor()),
  })
  if (setup.error !== null) return <Trouble error={setup.error} onRetry={() => void setup.refetch()} />
  if (setup.data === undefined) return null
  return <Secret setup={setup.data} onDone={onDone} onClose={onClose} />
}

interface SecretProps extends TwoFactorSetupProps {
  readonly setup: TotpSetup
}

function Secret({ setup, onDone, onClose }: SecretProps) {
  const { t } = useLingui()
  const proven = useProven()
  const [code, setCode] = useState('')
  const turnOn = useAction(async () => {
    onDone((await proven(() => app.turnOnTwoFactor({ code }))).recovery_codes)
  })
  const isWrong = turnOn.error instanceof ApiError && turnOn.error.code === 'wrong_code'
  return (
    <div className={styles.setup}>
      <QrCode text={setup.uri} label={t`A QR code with the secret for your app`} />
      <div className={styles.words}>
        <p>
          <Trans>
            Scan it with an authenticator app on your phone. If it can't scan, type this secret into it:
          </Trans>
        </p>
        <pre className={sections.secret}>
          <code>{setup.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
        </pre>
        <Form
          width="narrow"
          onSubmit={() => void turnOn.start()}
          error={isWrong ? null : turnOn.error}
          actions={
            <>
              <Button type="submit" aria-disabled={turnOn.isBusy}>
                {turnOn.isBusy ? t`Turning it on…` : t`Turn it on`}
              </Button>
              <Button variant="default" onClick={onClose}>{t`Leave it off`}</Button>
            </>
          }
        >
          <TextInput
            label={t`The six digits that the app shows`}
            autoComplete="one-time-code"
            autoFocus
            inputMode="numeric"
            required
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
            error={
              isWrong
                ? t`This code is wrong or too old. Try the next one, and check the clock of your phone.`
                : undefined
            }
          />
        </Form>
      </div>
    </div>
  )
}

/** A QR code as one path. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 0 })
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dots.join('') }
  }, [text])
  return (
    <div className={styles.picture}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="#000000" />
      </svg>
    </div>
  )
}
