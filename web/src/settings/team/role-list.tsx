import { useLingui } from '@lingui/react/macro'
import { useRoleWords } from '../../session/role-words.ts'
import { roles } from '../../session/session.ts'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'

/** Says of each role what it may do. */
export function RoleList() {
  const { t } = useLingui()
  const words = useRoleWords()
  return (
    <Section title={t`Roles`} lead={t`Each may do what those above it may.`}>
      <SettingsRows>
        {roles.map((role) => (
          <SettingsRow key={role} name={words[role].name} words={words[role].sentence} />
        ))}
      </SettingsRows>
    </Section>
  )
}
