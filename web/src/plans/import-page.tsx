import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { accountsQuery, platformsQuery } from '../data/accounts.ts'
import { NeedsRole } from '../session/needs-role.tsx'
import { useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { DropOverlay } from '../uploads/drop-overlay.tsx'
import { useFileDrop } from '../uploads/use-file-drop.ts'
import { Beginning } from './beginning.tsx'
import { Choices } from './choices.tsx'
import { ColumnsHelp } from './columns-help.tsx'
import { deskOf, type PlanDesk, usePlan } from './plan-desk.ts'
import { PlanRows } from './plan-rows.tsx'
import { sortFiles } from './read-table-file.ts'
import { TableHead } from './table-head.tsx'
import { Verdict } from './verdict.tsx'

/** Makes posts of a table that was written in a spreadsheet. */
export function ImportPage() {
  const { t } = useLingui()
  return (
    <NeedsRole
      least="author"
      title={t`Import a table`}
      about={t`A table from a spreadsheet becomes posts here, one for each row.`}
    >
      <Import />
    </NeedsRole>
  )
}

function Import() {
  const { t } = useLingui()
  const session = useSession()
  const desk = deskOf(session)
  const accounts = useQuery(accountsQuery(session))
  const platforms = useQuery(platformsQuery(session))
  const zone = session.workspace.timezone
  const [known, networks] = [accounts.data, platforms.data]
  useEffect(() => {
    if (known !== undefined && networks !== undefined)
      desk.know({ accounts: known, platforms: networks, zone })
  }, [desk, known, networks, zone])
  const take = (files: readonly File[]) => {
    const sorted = sortFiles(files)
    if (sorted.media.length > 0) desk.addFiles(sorted.media)
    if (sorted.table !== null) void desk.takeFile(sorted.table)
  }
  const isOver = useFileDrop(take)
  usePastedTable(desk)
  const { work, table } = usePlan(desk)
  const isMaking = work === 'making'
  // Posts go on being made while the person is elsewhere in the app, but not without it.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isMaking, disabled: !isMaking })
  const hasTable = table !== null
  const error = accounts.error ?? platforms.error
  const isKnown = known !== undefined && networks !== undefined
  return (
    <Page
      title={t`Import a table`}
      lead={t`Each row of a spreadsheet becomes one post. You see them all before anything is made, and no row is ever made twice.`}
    >
      {!isKnown &&
        (error === null ? (
          <Waiting />
        ) : (
          <Trouble
            error={error}
            onRetry={() => void Promise.all([accounts.refetch(), platforms.refetch()])}
          />
        ))}
      {isKnown && !hasTable && (
        <>
          <Beginning desk={desk} accounts={known} />
          <ColumnsHelp accounts={known} isOpen />
        </>
      )}
      {isKnown && hasTable && (
        <>
          <TableHead desk={desk} />
          <Choices desk={desk} />
          <Verdict desk={desk} />
          <PlanRows desk={desk} />
          <ColumnsHelp accounts={known} />
        </>
      )}
      {isOver && <DropOverlay words={t`Drop the table, or files that it names`} />}
    </Page>
  )
}

/** Takes cells that are pasted anywhere on the page, but for its fields. */
function usePastedTable(desk: PlanDesk): void {
  const { t } = useLingui()
  const name = t`Pasted table`
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, [role="dialog"]') !== null
      )
        return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() === '') return
      event.preventDefault()
      desk.takeTable({ name, text, encoding: null })
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [desk, name])
}
