import type { Invited, InviteInput } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useRoleWords } from '../../session/role-words.ts'
import { isAtLeast, roles, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Section } from '../section.tsx'
import { InvitationLink } from './invitation-link.tsx'
import styles from './team.module.css'
import { readTeamAgain } from './team-queries.ts'

type InvitedRole = InviteInput['role']

/** Invites somebody by mail, or by a link where this server sends none. */
export function Invite() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const proven = useProven()
  const words = useRoleWords()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<InvitedRole>('editor')
  const [invited, setInvited] = useState<Invited | null>(null)
  const invite = useAction(async () => {
    setInvited(null)
    setInvited(await proven(() => app.invitations.create(workspace.id, { email, role })))
    setEmail('')
    await readTeamAgain(workspace.id)
  })
  const offered = roles.filter(
    (each): each is InvitedRole => each !== 'owner' && isAtLeast(workspace.role, each),
  )
  return (
    <Section title={t`Invite someone`}>
      <Form
        onSubmit={() => void invite.start()}
        error={invite.error}
        fields={['/email']}
        actions={
          <Button type="submit" aria-disabled={invite.isBusy}>
            {invite.isBusy ? t`Inviting…` : t`Invite`}
          </Button>
        }
      >
        <div className={styles.fields}>
          <TextInput
            label={t`Email`}
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={faultAt(invite.error, '/email')}
          />
          <NativeSelect
            label={t`Role`}
            description={words[role].sentence}
            isDescribedBelow
            value={role}
            onChange={(event) => {
              const chosen = offered.find((each) => each === event.currentTarget.value)
              if (chosen !== undefined) setRole(chosen)
            }}
          >
            {offered.map((each) => (
              <option key={each} value={each}>
                {words[each].name}
              </option>
            ))}
          </NativeSelect>
        </div>
      </Form>
      {invited !== null && <InvitationLink invited={invited} />}
    </Section>
  )
}
