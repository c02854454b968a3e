import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { NeedsRole } from '../session/needs-role.tsx'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAction } from '../ui/form.tsx'
import { OlderButton } from '../ui/older-button.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Waiting } from '../ui/waiting.tsx'
import { noFilters, toQuery, useAuditFilters } from './audit/audit-filters.ts'
import { auditQuery } from './audit/audit-query.ts'
import { EntryList } from './audit/entry-list.tsx'
import { downloadEntries, type ExportFormat, ExportMenu } from './audit/export-menu.tsx'
import { FilterBar } from './audit/filter-bar.tsx'
import { useSubjects } from './audit/subjects.ts'
import { useNamesKnown } from './audit/use-names-known.ts'

/** The audit log: who did what on what, when and from where. */
export function AuditPage() {
  const { t } = useLingui()
  return (
    <NeedsRole
      least="admin"
      title={t`Audit log`}
      about={t`The audit log says who did what here, and from where.`}
    >
      <AuditLog />
    </NeedsRole>
  )
}

function AuditLog() {
  const { t } = useLingui()
  const session = useSession()
  const { zone } = useTimeFormat()
  const { filters, change, count } = useAuditFilters()
  const query = useMemo(() => toQuery(filters, zone), [filters, zone])
  const list = useInfiniteQuery(auditQuery(session, query))
  const areNamesKnown = useNamesKnown()
  const pages = areNamesKnown ? list.data?.pages : undefined
  const entries = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages])
  const exporting = useAction((format: ExportFormat) => downloadEntries(session, query, format))
  const subjectOf = useSubjects()
  const exportMenu = <ExportMenu isFiltered={count > 0} action={exporting} />
  const isNarrow = useMedia('(width < 768px)')
  const isEmpty = pages !== undefined && entries.length === 0
  const about = filters.subject === null ? undefined : entries[0]
  return (
    <Page
      title={t`Audit log`}
      lead={
        session.mode === 'test'
          ? t`Who did what with your test data. Sign-ins, members and keys stand in the log of live data.`
          : t`Who did what, when and from where. Nobody can change an entry.`
      }
      {...(!isNarrow && { actions: exportMenu })}
    >
      {exporting.error !== null && <Fault error={exporting.error} />}
      <FilterBar
        filters={filters}
        count={count}
        onChange={change}
        subject={about === undefined ? null : subjectOf(about).name}
        isClearedBelow={isEmpty}
        aside={isNarrow && exportMenu}
      />
      <p className="hidden-text" role="status">
        {pages !== undefined &&
          t`${plural(entries.length, { one: '# entry shown', other: '# entries shown' })}`}
      </p>
      {pages === undefined &&
        (list.error === null ? (
          <Waiting />
        ) : (
          <Trouble error={list.error} onRetry={() => void list.refetch()} />
        ))}
      {isEmpty && <Nothing isFiltered={count > 0} onClear={() => change(noFilters)} />}
      <EntryList entries={entries} />
      {list.isFetchNextPageError && <Trouble error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {!list.isFetchNextPageError && <OlderButton label={t`Older entries`} list={list} />}
    </Page>
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useLingui()
  if (isFiltered)
    return (
      <EmptyState
        title={t`No entries match.`}
        actions={<Button variant="default" onClick={onClear}>{t`Clear filters`}</Button>}
      >
        {t`Others are hidden by the filters.`}
      </EmptyState>
    )
  return (
    <EmptyState title={t`Nothing is written down yet.`}>
      {t`Each change by a person, a key or the operator gets an entry here, as soon as it is made.`}
    </EmptyState>
  )
}
