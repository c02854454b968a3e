import type { Invitation, Invited } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useRoleWords } from '../../session/role-words.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { invitationsQuery, readTeamAgain } from './team-queries.ts'

/** The invitations that can still be accepted; nothing where there are none. */
export function Invitations() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const invitations = useQuery(invitationsQuery(workspace.id))
  const all = invitations.data?.data ?? []
  if (invitations.error === null && all.length === 0) return null
  return (
    <Section title={t`Invited`}>
      {invitations.error !== null && (
        <Trouble error={invitations.error} onRetry={() => void invitations.refetch()} />
      )}
      <SettingsRows>
        {all.map((invitation) => (
          <OneInvitation key={invitation.email} invitation={invitation} />
        ))}
      </SettingsRows>
    </Section>
  )
}

function OneInvitation({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const proven = useProven()
  const format = useTimeFormat()
  const words = useRoleWords()
  const [isOpen, setOpen] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const { id, email, role } = invitation
  const resend = useAction(async () => {
    setInvited(await proven(() => app.invitations.resend(workspace.id, id)))
    await readTeamAgain(workspace.id)
  })
  const end = format.moment(invitation.expires_at)
  const roleName = words[role].name
  return (
    <>
      <SettingsRow
        name={email}
        words={
          <>
            {t`${roleName}, until ${end}`}
            {resend.error !== null && <Fault error={resend.error} />}
          </>
        }
        actions={
          <>
            <Button variant="default" aria-disabled={resend.isBusy} onClick={() => void resend.start()}>
              {resend.isBusy ? t`Making a new link…` : t`Send again`}
              <span className="hidden-text"> {email}</span>
            </Button>
            <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
              {t`Take back`}
              <span className="hidden-text"> {email}</span>
            </Button>
            <Confirm
              isOpen={isOpen}
              onClose={() => setOpen(false)}
              title={t`Take back the invitation of ${email}?`}
              keep={t`Keep it`}
              act={t`Take it back`}
              acting={t`Taking it back…`}
              onAct={async () => {
                await app.invitations.delete(workspace.id, id)
                await readTeamAgain(workspace.id)
              }}
            >
              <p>{t`Its link stops working at once. You can invite the same address again.`}</p>
            </Confirm>
          </>
        }
      />
      {invited !== null && (
        <li>
          <InvitationLink invited={invited} />
        </li>
      )}
    </>
  )
}
