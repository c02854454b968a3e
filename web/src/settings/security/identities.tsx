import type { Identity } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'
import { identitiesQuery, readSecurityAgain } from './security-queries.ts'

/** The identities at the identity provider by which the person signs in; nothing where this server knows no provider. */
export function Identities({ provider }: { readonly provider: string | null }) {
  const { t } = useLingui()
  const proven = useProven()
  const identities = useQuery(identitiesQuery)
  const join = useAction(async () => location.assign((await proven(() => app.beginOidcLink())).url))
  const all = identities.data?.data ?? []
  if (provider === null && all.length === 0) return null
  return (
    <Section
      title={t`Identity provider`}
      lead={provider !== null && t`Sign in here with your account at ${provider}.`}
      actions={
        provider !== null && (
          <Button variant="default" aria-disabled={join.isBusy} onClick={() => void join.start()}>
            {join.isBusy ? t`Going to ${provider}…` : t`Join an identity`}
          </Button>
        )
      }
    >
      {join.error !== null && <Fault error={join.error} />}
      {identities.error !== null && (
        <Trouble error={identities.error} onRetry={() => void identities.refetch()} />
      )}
      {all.length > 0 && (
        <SettingsRows>
          {all.map((identity) => (
            <OneIdentity key={identity.id} identity={identity} />
          ))}
        </SettingsRows>
      )}
    </Section>
  )
}

function OneIdentity({ identity }: { readonly identity: Identity }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const proven = useProven()
  const [isOpen, setOpen] = useState(false)
  const name = identity.email ?? identity.issuer
  const joined = format.day(identity.created_at)
  const used =
    identity.last_used_at === null ? t`never used` : t`last used ${format.away(identity.last_used_at)}`
  return (
    <SettingsRow
      name={name}
      words={t`At ${identity.issuer}, joined ${joined}, ${used}`}
      actions={
        <>
          <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
            {t`Part`}
            <span className="hidden-text"> {name}</span>
          </Button>
          <Confirm
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            title={t`Part ${name} from your account?`}
            keep={t`Keep it`}
            act={t`Part it`}
            acting={t`Parting…`}
            onAct={async () => {
              await proven(() => app.identities.remove(identity.id))
              await readSecurityAgain()
            }}
          >
            <p>{t`It signs you in no more, and you are signed out everywhere else.`}</p>
          </Confirm>
        </>
      }
    />
  )
}
