import type { Member } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useRoleWords } from '../../session/role-words.ts'
import { isAtLeast, type Role, roles, useSession } from '../../session/session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { type Action, useAction } from '../../ui/form.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useFreshPerson } from '../use-person-change.ts'
import { readTeamAgain } from './team-queries.ts'

interface RoleSelectProps {
  readonly member: Member
  readonly name: string
  readonly change: RoleChange
}

/** Gives somebody another role. One that cannot be given back as it was is asked about first. */
export function RoleSelect({ member, name, change }: RoleSelectProps) {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  const words = useRoleWords()
  const [asked, setAsked] = useState<Role | null>(null)
  const isSelf = member.id === person.id
  const endsOffers = (to: Role) => isAtLeast(member.role, 'admin') && !isAtLeast(to, 'admin')
  const choose = (to: Role) => (isSelf || endsOffers(to) ? setAsked(to) : void change.action.start(to))
  const roleName = asked === null ? '' : words[asked].name
  return (
    <>
      <NativeSelect
        style={{ width: 112 }}
        aria-label={t`Role of ${name}`}
        value={member.role}
        onChange={(event) => {
          const chosen = roles.find((each) => each === event.currentTarget.value)
          if (chosen !== undefined) choose(chosen)
        }}
      >
        {roles
          .filter((each) => isAtLeast(workspace.role, each))
          .map((each) => (
            <option key={each} value={each}>
              {words[each].name}
            </option>
          ))}
      </NativeSelect>
      <Confirm
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={
          isSelf ? t`Change your own role to ${roleName}?` : t`Change the role of ${name} to ${roleName}?`
        }
        keep={t`Keep it as it is`}
        act={t`Change the role`}
        acting={t`Changing…`}
        onAct={async () => {
          if (asked !== null) await change.set(asked)
        }}
      >
        {isSelf && <p>{t`Only somebody who has your present role can give it back to you.`}</p>}
        {asked !== null && endsOffers(asked) && (
          <p>
            {isSelf
              ? t`Invitations and connect links that you made stop working at once, for good.`
              : t`Invitations and connect links that they made stop working at once, for good.`}
          </p>
        )}
      </Confirm>
    </>
  )
}

export interface RoleChange {
  readonly set: (role: Role) => Promise<void>
  /** Sets it, and offers to take that back. */
  readonly action: Action<[Role]>
}

/** The ways to give a member another role. */
export function useRoleChange({ id, role: before, name, email }: Member): RoleChange {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  const proven = useProven()
  const words = useRoleWords()
  const readPersonAgain = useFreshPerson()
  const give = async (role: Role) => {
    await proven(() => app.members.changeRole(workspace.id, id, { role }))
    await readTeamAgain(workspace.id)
    if (id === person.id) await readPersonAgain()
  }
  const say = (role: Role) => {
    const who = name === '' ? email : name
    const roleName = words[role].name
    return t`${who} is now: ${roleName}.`
  }
  const set = async (role: Role) => {
    await give(role)
    toast({ text: say(role) })
  }
  const action = useAction(async (role: Role) => {
    await give(role)
    toast({ text: say(role), undo: () => give(before) })
  })
  return { set, action }
}
