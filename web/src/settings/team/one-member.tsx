import type { Member } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useRoleWords } from '../../session/role-words.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Confirm, Fault } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from '../section.module.css'
import { SettingsRow } from '../section.tsx'
import { useFreshPerson } from '../use-person-change.ts'
import { RoleSelect, useRoleChange } from './role-select.tsx'
import { readTeamAgain } from './team-queries.ts'

interface OneMemberProps {
  readonly member: Member
  readonly isLastOwner: boolean
}

/** Somebody in the workspace, with the role that an admin may change. */
export function OneMember({ member, isLastOwner }: OneMemberProps) {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  const format = useTimeFormat()
  const words = useRoleWords()
  const change = useRoleChange(member)
  const isSelf = member.id === person.id
  const isInReach = isAtLeast(workspace.role, 'admin') && isAtLeast(workspace.role, member.role)
  const since = format.day(member.joined_at)
  const name = member.name === '' ? member.email : member.name
  return (
    <SettingsRow
      name={
        <>
          {name}
          {isSelf && <span className={styles.chip}>{t`You`}</span>}
        </>
      }
      words={
        <>
          {member.name === '' ? t`Since ${since}` : t`${member.email}, since ${since}`}
          <span className={styles.line}>
            {words[member.role].name}: {words[member.role].sentence}
          </span>
          {isLastOwner && (
            <span className={styles.line}>
              {t`The last owner can't leave or take another role. Make someone else owner first.`}
            </span>
          )}
          {change.action.error !== null && <Fault error={change.action.error} />}
        </>
      }
      actions={
        <>
          {isInReach && !isLastOwner ? (
            <RoleSelect member={member} name={name} change={change} />
          ) : (
            <span className={styles.chip}>{words[member.role].name}</span>
          )}
          {(isSelf || isInReach) && !isLastOwner && <Remove member={member} name={name} isSelf={isSelf} />}
        </>
      }
    />
  )
}

interface RemoveProps {
  readonly member: Member
  readonly name: string
  readonly isSelf: boolean
}

function Remove({ member, name, isSelf }: RemoveProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const readPersonAgain = useFreshPerson()
  const [isOpen, setOpen] = useState(false)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={t`More for ${name}`}
        aria-haspopup="menu"
        onClick={(event) => setMenu(menu === null ? event.currentTarget : null)}
      >
        <IconDots size={18} stroke={1.75} aria-hidden="true" />
      </IconButton>
      {menu !== null && (
        <Menu
          button={menu}
          label={name}
          actions={[{ label: isSelf ? t`Leave…` : t`Remove…`, run: () => setOpen(true) }]}
          onClose={() => setMenu(null)}
        />
      )}
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isSelf ? t`Leave ${workspace.name}?` : t`Remove ${name} from ${workspace.name}?`}
        keep={isSelf ? t`Stay` : t`Keep them`}
        act={isSelf ? t`Leave the workspace` : t`Remove them`}
        acting={isSelf ? t`Leaving…` : t`Removing…`}
        onAct={async () => {
          await app.members.remove(workspace.id, member.id)
          await readTeamAgain(workspace.id)
          if (!isSelf) return
          await readPersonAgain()
          await navigate({ to: '/calendar' })
        }}
      >
        <p>
          {isSelf
            ? t`You see nothing of it any more, and API keys that you made stop at once. Planned posts stay.`
            : t`They see nothing of it any more, and API keys that they made stop at once. Their planned posts stay.`}
        </p>
      </Confirm>
    </>
  )
}
