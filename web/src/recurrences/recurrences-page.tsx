import type { Recurrence } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { RecurrenceDialog } from './recurrence-dialog.tsx'
import { useRecurrences } from './recurrence-queries.ts'
import { RecurrenceRow } from './recurrence-row.tsx'
import styles from './recurrences.module.css'

/** The posts that go out again and again. */
export function RecurrencesPage() {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  const { data, error, refetch } = useRecurrences()
  const [open, setOpen] = useState<Recurrence | null>(null)
  const named = useLocation({ select: ({ hash }) => hash })
  const mayChange = ({ author }: Recurrence) =>
    isAtLeast(workspace.role, 'editor') || (isAtLeast(workspace.role, 'author') && author === person.id)
  return (
    <Page
      title={t`Repeating`}
      lead={t`Posts that go out again and again. Those of the next weeks stand in the calendar, where each can be changed by itself.`}
    >
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <NothingRepeats />}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((recurrence) => (
            <RecurrenceRow
              key={recurrence.id}
              recurrence={recurrence}
              isNamed={named === recurrence.id}
              mayChange={mayChange(recurrence)}
              onOpen={() => setOpen(recurrence)}
            />
          ))}
        </ul>
      )}
      {open !== null && <RecurrenceDialog recurrence={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function NothingRepeats() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t`Nothing repeats yet.`}
      actions={
        isAtLeast(workspace.role, 'author') && (
          <Button onClick={() => void navigate({ to: '/posts/new' })}>{t`Write a post`}</Button>
        )
      }
    >
      {t`Write a post and choose Repeat beside its time, for opening hours every Monday or a reminder on the first of the month.`}
    </EmptyState>
  )
}
