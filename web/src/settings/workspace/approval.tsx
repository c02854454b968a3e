import type { Workspace } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { Fault } from '../../ui/confirm.tsx'
import { useSaving } from '../../ui/form.tsx'
import { Section, SettingsChoice } from '../section.tsx'
import { useWorkspaceChange } from './workspace-queries.ts'

interface ApprovalProps {
  readonly workspace: Workspace
  readonly mayChange: boolean
}

/** Whose posts wait until somebody has approved them. */
export function Approval({ workspace, mayChange }: ApprovalProps) {
  const { t } = useLingui()
  const change = useWorkspaceChange(workspace.id)
  const choose = useSaving((mode: Workspace['approval_mode']) => change({ approval_mode: mode }))
  return (
    <Section
      title={t`Approval`}
      lead={t`A post that waits for approval never goes out before somebody gave it.`}
    >
      <SettingsChoice
        legend={t`Whose posts wait for approval`}
        hasHiddenLegend
        name="approval"
        isDisabled={!mayChange}
        value={workspace.approval_mode}
        onChange={(mode) => choose.start(mode)}
        choices={[
          {
            value: 'authors',
            label: t`Those of authors`,
            words: t`Editors, admins and owners publish without asking.`,
          },
          {
            value: 'everyone',
            label: t`Those of everyone`,
            words: t`Each post needs another person, who is at least an editor.`,
          },
        ]}
      />
      {choose.error !== null && <Fault error={choose.error} />}
    </Section>
  )
}
