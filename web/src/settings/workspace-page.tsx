import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isAtLeast, useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import styles from './section.module.css'
import { Approval } from './workspace/approval.tsx'
import { Deletion } from './workspace/deletion.tsx'
import { Exports } from './workspace/exports.tsx'
import { Facts } from './workspace/facts.tsx'
import { HandOver } from './workspace/hand-over.tsx'
import { TimeZone } from './workspace/time-zone.tsx'
import { workspaceQuery } from './workspace/workspace-queries.ts'

/** The settings of the workspace as a whole. */
export function WorkspacePage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const shown = useQuery(workspaceQuery(workspace.id))
  const mayChange = isAtLeast(workspace.role, 'admin')
  const isOwner = workspace.role === 'owner'
  return (
    <Page title={t`Workspace`} width="text">
      {!mayChange && (
        <p className={styles.notice}>{t`Only admins and owners change these. Ask one of them under Team.`}</p>
      )}
      {shown.error !== null && <Trouble error={shown.error} onRetry={() => void shown.refetch()} />}
      {shown.data !== undefined && (
        <>
          <Facts workspace={shown.data} mayChange={mayChange} />
          <TimeZone workspace={shown.data} mayChange={mayChange} />
          <Approval workspace={shown.data} mayChange={mayChange} />
          {isOwner && <Exports workspace={shown.data} />}
          {isOwner && <HandOver workspace={shown.data} />}
          {isOwner && <Deletion workspace={shown.data} />}
        </>
      )}
    </Page>
  )
}
