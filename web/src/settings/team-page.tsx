import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../data/people.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Section, SettingsRows } from './section.tsx'
import { Invitations } from './team/invitations.tsx'
import { Invite } from './team/invite.tsx'
import { OneMember } from './team/one-member.tsx'
import { RoleList } from './team/role-list.tsx'

/** The people of the workspace, and those who were invited. */
export function TeamPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const members = useQuery(membersQuery(workspace.id))
  const all = members.data?.data ?? []
  const mayInvite = isAtLeast(workspace.role, 'admin')
  const owners = all.filter(({ role }) => role === 'owner').length
  return (
    <Page title={t`Team`} width="text">
      <Section title={t`People`}>
        {members.error !== null && <Trouble error={members.error} onRetry={() => void members.refetch()} />}
        {all.length > 0 && (
          <SettingsRows>
            {all.map((member) => (
              <OneMember
                key={member.id}
                member={member}
                isLastOwner={member.role === 'owner' && owners === 1}
              />
            ))}
          </SettingsRows>
        )}
      </Section>
      {mayInvite && <Invite />}
      {mayInvite && <Invitations />}
      <RoleList />
    </Page>
  )
}
