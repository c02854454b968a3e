import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Identities } from './security/identities.tsx'
import { OwnActivity } from './security/own-activity.tsx'
import { Passkeys } from './security/passkeys.tsx'
import { Password } from './security/password.tsx'
import { securityQuery, waysInQuery } from './security/security-queries.ts'
import { Sessions } from './security/sessions.tsx'
import { TwoFactor } from './security/two-factor.tsx'

/** The ways in of the person: what they sign in with, and where they are signed in. */
export function SecurityPage() {
  const { t } = useLingui()
  const security = useQuery(securityQuery)
  const ways = useQuery(waysInQuery)
  const error = security.error ?? ways.error
  return (
    <Page title={t`Security`} lead={t`How you sign in, and where you are signed in now.`} width="text">
      {error !== null && (
        <Trouble error={error} onRetry={() => void Promise.all([security.refetch(), ways.refetch()])} />
      )}
      {security.data !== undefined && ways.data !== undefined && (
        <>
          <Password hasPassword={security.data.has_password} />
          <Passkeys isPossible={ways.data.passkeys} />
          <TwoFactor security={security.data} />
          <Identities provider={ways.data.oidc?.name ?? null} />
          <Sessions />
          <OwnActivity />
        </>
      )}
    </Page>
  )
}
