import { ApiError } from '@crier/sdk'
import type { Person } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { shownLanguage } from '../../boot/language.ts'
import { app } from '../../session/clients.ts'
import { enterSession } from '../../session/enter-session.ts'
import { queryClient } from '../../session/query-client.ts'
import { setupQuery } from '../../session/setup-query.ts'
import { ownZone } from '../../time/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { CredentialFields, credentialPointers, useCredentials } from '../../ui/credential-fields.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './setup.module.css'

const ZoneSelect = lazyPart(() => import('../../ui/zone-select.tsx'), 'ZoneSelect')

interface OwnerStepProps {
  readonly needsToken: boolean
  readonly onOwner: (person: Person) => void
}

/** The token that the server printed, which the printed address carries where no server and no log sees it. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

// The page may be drawn twice before it is shown, and the token is taken once.
const printedToken = takeToken()

/** Makes the first visitor the owner. */
export function OwnerStep({ needsToken, onOwner }: OwnerStepProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [credentials, setCredentials] = useCredentials()
  const [token, setToken] = useState(printedToken)
  const [zone, setZone] = useState(() => ownZone())
  const make = useAction(async () => {
    try {
      const given = needsToken ? { token: token.trim() } : {}
      const told = { timezone: zone, shown_language: shownLanguage() }
      const person = await app.setUp({ ...credentials, ...told, ...given })
      await enterSession(person)
      onOwner(person)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'owner_exists') throw error
      queryClient.removeQueries({ queryKey: setupQuery.queryKey })
      await navigate({ href: '/sign-in?owner-exists', replace: true })
    }
  })
  const isTokenWrong = make.error instanceof ApiError && make.error.code === 'setup_token_wrong'
  return (
    <Form
      onSubmit={() => void make.start()}
      width="narrow"
      error={isTokenWrong ? null : make.error}
      fields={[...credentialPointers, '/timezone']}
      actions={
        <Button type="submit" aria-disabled={make.isBusy}>
          {make.isBusy ? t`Making you the owner…` : t`Make me the owner`}
        </Button>
      }
    >
      <CredentialFields value={credentials} onChange={setCredentials} error={make.error} />
      {needsToken && (printedToken === '' || isTokenWrong) && (
        <TextInput
          label={t`Set-up token`}
          description={t`The server printed it in its terminal when it started. It shows that the server is yours.`}
          spellCheck={false}
          required
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={isTokenWrong ? t`This is not the token that the server printed.` : undefined}
        />
      )}
      <Zone zone={zone} onZone={setZone} error={faultAt(make.error, '/timezone')} />
    </Form>
  )
}

interface ZoneProps {
  readonly zone: string
  readonly onZone: (zone: string) => void
  readonly error: string | undefined
}

function Zone({ zone, onZone, error }: ZoneProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (isOpen || error !== undefined)
    return (
      <Suspense fallback={null}>
        <ZoneSelect label={t`Time zone`} value={zone} onChange={onZone} error={error} />
      </Suspense>
    )
  return (
    <p className={styles.quiet}>
      <Trans>
        Your posts will be planned in <strong>{zone}</strong>, your browser's time zone.
      </Trans>{' '}
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        <Trans>Change</Trans>
      </button>
    </p>
  )
}
