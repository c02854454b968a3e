import type { Workspace } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../data/people.ts'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Section } from '../section.tsx'
import { readTeamAgain } from '../team/team-queries.ts'
import { useFreshPerson } from '../use-person-change.ts'

/** Makes another member the owner in the person's place. */
export function HandOver({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useLingui()
  const { person } = useSession()
  const proven = useProven()
  const readPersonAgain = useFreshPerson()
  const members = useQuery(membersQuery(workspace.id))
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const others = (members.data?.data ?? []).filter(({ id }) => id !== person.id)
  const next = others.find(({ id }) => id === chosen) ?? others[0]
  const name = next === undefined ? '' : next.name || next.email
  return (
    <Section
      title={t`Hand it over`}
      lead={
        next === undefined && members.data !== undefined
          ? t`Nobody else is in this workspace. Invite somebody first.`
          : t`Another member becomes the owner in your place. You become an admin.`
      }
      actions={
        next !== undefined && (
          <Button variant="default" onClick={() => setOpen(true)}>{t`Hand it over`}</Button>
        )
      }
    >
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Hand ${workspace.name} over?`}
        keep={t`Keep it`}
        act={t`Hand it over`}
        acting={t`Handing it over…`}
        onAct={async () => {
          if (next === undefined) return
          await proven(() => app.transferOwnership(workspace.id, { member_id: next.id }))
          await Promise.all([readTeamAgain(workspace.id), readPersonAgain()])
        }}
      >
        <NativeSelect
          label={t`The new owner`}
          value={next?.id ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {others.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name === '' ? each.email : `${each.name} (${each.email})`}
            </option>
          ))}
        </NativeSelect>
        <p>{t`It happens at once. Only ${name} can then make you an owner again, or delete the workspace.`}</p>
      </Confirm>
    </Section>
  )
}
