import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { isRefused } from '../../session/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Outside } from '../outside/outside.tsx'

/** Sets a new password by the link of a mail, or of the operator. */
export function ResetPage() {
  const { t } = useLingui()
  const { token = '' } = useParams({ strict: false })
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) => app.readPasswordReset({ token }, { signal }),
  })
  if (isRefused(link.error, 404) || isRefused(link.error, 410) || isRefused(link.error, 422))
    return (
      <Outside
        title={t`This link works no more`}
        lead={t`A link to set a new password works once, for one hour.`}
      >
        <p>
          <Link to="/sign-in">
            <Trans>Go to the sign-in and ask for another one</Trans>
          </Link>
        </p>
      </Outside>
    )
  return (
    <Outside title={t`Set a new password`}>
      {link.error !== null && <Trouble error={link.error} onRetry={() => void link.refetch()} />}
      {link.data !== undefined && <NewPassword token={token} email={link.data.email} />}
    </Outside>
  )
}

function NewPassword({ token, email }: { readonly token: string; readonly email: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const set = useAction(async () => {
    await app.setNewPassword({ token, password })
    await navigate({ href: `/sign-in?new-password&email=${encodeURIComponent(email)}`, replace: true })
  })
  return (
    <Form
      onSubmit={() => void set.start()}
      error={set.error}
      fields={['/password']}
      actions={
        <Button type="submit" fullWidth aria-disabled={set.isBusy}>
          {set.isBusy ? t`Setting it…` : t`Set this password`}
        </Button>
      }
    >
      <p>
        <Trans>
          For <strong>{email}</strong>. You will be signed out everywhere.
        </Trans>
      </p>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t`New password`}
        kind="new"
        description={t`At least 8 characters. Three words that have nothing in common are good.`}
        autoFocus
        value={password}
        onChange={setPassword}
        error={faultAt(set.error, '/password')}
      />
    </Form>
  )
}
