import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import styles from './calendar.module.css'

interface CalendarNoteProps {
  /** How many posts the filters hide; null where none is set. */
  readonly hidden: number | null
  readonly isFiltered: boolean
  readonly isPast: boolean
  /** Whether it lies over days that are empty, so that none of them moves when it comes. */
  readonly isOver: boolean
  readonly onClear: () => void
}

/** Shown with days that are empty. It says how to go on. */
export function CalendarNote({ hidden, isFiltered, isPast, isOver, onClear }: CalendarNoteProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const navigate = useNavigate()
  if (isFiltered)
    return (
      <div className={styles.note} data-over={isOver || undefined}>
        <span>
          <b>{t`No posts match.`}</b>{' '}
          {hidden !== null &&
            (hidden === 1 ? t`1 is hidden by your filters.` : t`${hidden} are hidden by your filters.`)}
        </span>
        <Button variant="default" onClick={onClear}>{t`Clear filters`}</Button>
      </div>
    )
  if (isPast)
    return (
      <div className={styles.note} data-over={isOver || undefined}>
        <span>
          <b>{t`Nothing went out in these days.`}</b>
        </span>
      </div>
    )
  return (
    <div className={styles.note} data-over={isOver || undefined}>
      <span>
        <b>{t`Nothing planned yet.`}</b>{' '}
        {t`Write something now, or set weekly slots and let the queue find the time.`}
      </span>
      {isAtLeast(workspace.role, 'author') && (
        <div className={styles.actions}>
          <Button onClick={() => void navigate({ to: '/posts/new' })}>{t`New post`}</Button>
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/import' })}
          >{t`Import a table`}</Button>
          {isAtLeast(workspace.role, 'editor') && (
            <Button
              variant="default"
              onClick={() => void navigate({ to: '/queue' })}
            >{t`Set up slots`}</Button>
          )}
        </div>
      )}
    </div>
  )
}
